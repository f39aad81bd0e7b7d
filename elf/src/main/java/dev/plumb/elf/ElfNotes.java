package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Finds the build-id among the notes of a file.
///
/// ```
/// nameSize:4 descSize:4 type:4 name(padded to 4) desc(padded to 4)
/// ```
final class ElfNotes {
    private static final int GNU_BUILD_ID = 3;
    private static final long MAX_NOTES = 1 << 20;

    private ElfNotes() {}

    static @Nullable BuildId buildId(ElfFile file) {
        for (ElfSegment segment : file.segments()) {
            if (segment.type() == ElfSegment.NOTE) {
                BuildId id = read(file.file(), segment.offset(), segment.fileSize());
                if (id != null) {
                    return id;
                }
            }
        }
        // A debug file's program headers describe the program it was taken from: only its sections can be trusted.
        for (ElfSection section : file.sections()) {
            if (section.type() == ElfSection.NOTE) {
                BuildId id = read(file.file(), section.offset(), section.size());
                if (id != null) {
                    return id;
                }
            }
        }
        return null;
    }

    private static @Nullable BuildId read(MemorySegment file, long offset, long size) {
        if (size > MAX_NOTES || !Memory.isWithin(file, offset, size)) {
            return null;
        }
        ByteReader in = new ByteReader(Memory.copy(file, offset, size));
        while (in.remaining() >= 12) {
            int nameSize = in.i32();
            int descSize = in.i32();
            int type = in.i32();
            long length = padded(nameSize) + padded(descSize);
            if (nameSize < 0 || descSize < 0 || length > in.remaining()) {
                return null;
            }
            if (type == GNU_BUILD_ID && nameSize == 4 && descSize >= 2 && descSize <= 64 && in.i32() == 0x554e47) {
                return BuildId.of(in.bytes(descSize));
            } else if (type == GNU_BUILD_ID && nameSize == 4 && descSize >= 2 && descSize <= 64) {
                in.skip(padded(descSize));
            } else {
                in.skip(length);
            }
        }
        return null;
    }

    private static long padded(int size) {
        return (size + 3L) & -4L;
    }
}
