package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads the sections that name another file.
///
/// ```
/// .gnu_debuglink      fileName 0 (padded to 4) crc32:4
/// .gnu_debugaltlink   path 0 buildId...
/// ```
final class DebugLinks {
    private static final long MAX_LINK = 1 << 16;

    private DebugLinks() {}

    static @Nullable DebugLink debugLink(ElfFile file) {
        byte[] bytes = section(file, ".gnu_debuglink");
        int end = endOfString(bytes);
        int crc = (end + 4) & -4;
        if (end < 1 || crc + 4 > bytes.length) {
            return null;
        }
        String name = new ByteReader(bytes).string();
        // A name with a folder in it would lead out of the folders that are searched.
        return name.contains("/") ? null : new DebugLink(name, new ByteReader(bytes, crc).i32());
    }

    static @Nullable AlternateLink alternateLink(ElfFile file) {
        byte[] bytes = section(file, ".gnu_debugaltlink");
        int end = endOfString(bytes);
        if (end < 1) {
            return null;
        }
        ByteReader in = new ByteReader(bytes);
        String path = in.string();
        int size = in.remaining();
        return new AlternateLink(path, size >= 2 && size <= 64 ? BuildId.of(in.bytes(size)) : null);
    }

    private static byte[] section(ElfFile file, String name) {
        MemorySegment bytes = file.bytes(name);
        return bytes == null || bytes.byteSize() > MAX_LINK ? new byte[0] : Memory.copy(bytes, 0, bytes.byteSize());
    }

    private static int endOfString(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return -1;
    }
}
