package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/// The bytes of sections, with those that are stored compressed unpacked on first use.
///
/// ```
/// SHF_COMPRESSED, 64 bit   type:4 reserved:4 size:8 alignment:8 data      type 1: zlib, 2: zstd
/// SHF_COMPRESSED, 32 bit   type:4 size:4 alignment:4 data
/// .zdebug_*                'Z' 'L' 'I' 'B' size:8 (big endian) data
/// ```
final class SectionData {
    private static final int ZLIB = 1;
    private static final int ZSTD = 2;

    private final String name;
    private final MemorySegment file;
    private final boolean wide;
    private final Map<Integer, MemorySegment> unpacked = new HashMap<>();

    SectionData(String name, MemorySegment file, boolean wide) {
        this.name = name;
        this.file = file;
        this.wide = wide;
    }

    MemorySegment bytes(ElfSection section) {
        if (!section.present()) {
            return MemorySegment.NULL;
        }
        if (!Memory.isWithin(file, section.offset(), section.size())) {
            throw new ElfException(name + ": section " + section.name() + " lies outside the file");
        }
        MemorySegment stored = file.asSlice(section.offset(), section.size());
        if (!section.compressed() && !section.name().startsWith(".zdebug_")) {
            return stored;
        }
        synchronized (unpacked) {
            return unpacked.computeIfAbsent(section.index(), _ -> unpack(section, stored));
        }
    }

    long unpackedBytes() {
        synchronized (unpacked) {
            return unpacked.values().stream().mapToLong(MemorySegment::byteSize).sum();
        }
    }

    private MemorySegment unpack(ElfSection section, MemorySegment stored) {
        try {
            if (!section.compressed()) {
                return oldStyle(stored);
            }
            ByteReader in = new ByteReader(Memory.copy(stored, 0, Math.min(24, stored.byteSize())));
            int type = in.i32();
            in.skip(wide ? 4 : 0);
            long size = in.unsigned(wide ? 8 : 4);
            MemorySegment packed = stored.asSlice(wide ? 24 : 12);
            return switch (type) {
                case ZLIB -> Compression.zlib(packed, size);
                case ZSTD -> Compression.zstd(packed, size);
                default -> throw new ElfException("compressed by an unknown method, number " + type);
            };
        } catch (IndexOutOfBoundsException | ElfException e) {
            throw new ElfException(name + ": section " + section.name() + ": " + e.getMessage(), e);
        }
    }

    private static MemorySegment oldStyle(MemorySegment stored) {
        if (stored.byteSize() < 12 || Memory.i32(stored, 0) != 0x42494c5a) {
            return stored;
        }
        long size = 0;
        for (byte digit : Memory.copy(stored, 4, 8)) {
            size = size << 8 | (digit & 0xff);
        }
        return Compression.zlib(stored.asSlice(12), size);
    }
}
