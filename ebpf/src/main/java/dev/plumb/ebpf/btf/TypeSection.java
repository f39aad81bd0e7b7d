package dev.plumb.ebpf.btf;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The type records of a BTF blob and where each starts: one int a type, and no object.
///
/// ```
///  0  u32 name offset
///  4  u32 info: bit 31 flag | bits 30-24 kind | bits 23-0 count   (before Linux 7.x: 28-24 and 15-0, the rest zero)
///  8  u32 size, or the id of another type
/// 12  what the kind adds: fixed bytes, then `count` elements
/// ```
///
/// The bytes are read through a `ByteBuffer`: in a fresh process, where little is compiled yet, a pass over the
/// types of a kernel takes half the time it takes through a `MemorySegment`.
final class TypeSection {
    static final int COMMON_BYTES = 12;

    private static final int LAYOUT_BYTES = 4;

    private final ByteBuffer memory;
    private final BtfHeader header;
    private final String source;
    private final int firstId;
    private int[] offsets;
    private int count;

    TypeSection(ByteBuffer memory, BtfHeader header, int firstId, String source) {
        this.memory = memory;
        this.header = header;
        this.source = source;
        this.firstId = firstId;
        this.offsets = new int[(header.typeEnd() - header.typeStart()) / 24 + 16];
        int at = header.typeStart();
        while (at < header.typeEnd()) {
            at = add(at);
        }
    }

    /// Notes a record and returns where the next starts. A method of its own, so that it is compiled early.
    private int add(int at) {
        int left = header.typeEnd() - at;
        long size = left < COMMON_BYTES ? COMMON_BYTES : recordBytes(memory.getInt(at + 4));
        if (size > left) {
            throw Malformed.of(
                    source, "type " + (firstId + count) + " needs " + size + " bytes and has " + left + " left");
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, offsets.length + offsets.length / 2);
        }
        offsets[count++] = at;
        return (int) (at + size);
    }

    private long recordBytes(int info) {
        int number = info >>> 24 & 0x7f;
        int elements = info & 0xffffff;
        Kind kind = Kind.of(number);
        if (kind != null) {
            return COMMON_BYTES + kind.fixedBytes() + (long) elements * kind.elementBytes();
        }
        int layout = header.layoutStart() + number * LAYOUT_BYTES;
        if (number == 0 || layout + LAYOUT_BYTES > header.layoutEnd()) {
            throw Malformed.of(source, "type " + (firstId + count) + " is of the unknown kind " + number);
        }
        return COMMON_BYTES
                + Byte.toUnsignedInt(memory.get(layout))
                + (long) elements * Byte.toUnsignedInt(memory.get(layout + 1));
    }

    int firstId() {
        return firstId;
    }

    /// One past the last id.
    int endId() {
        return firstId + count;
    }

    boolean has(int id) {
        return id >= firstId && id < endId();
    }

    /// The kind of a type, or null for one that is not known.
    @Nullable
    Kind kind(int id) {
        return Kind.of(kindNumber(id));
    }

    int kindNumber(int id) {
        return info(id) >>> 24 & 0x7f;
    }

    boolean flag(int id) {
        return info(id) < 0;
    }

    int elements(int id) {
        return info(id) & 0xffffff;
    }

    int nameOffset(int id) {
        return memory.getInt(offsets[id - firstId]);
    }

    int sizeOrType(int id) {
        return memory.getInt(offsets[id - firstId] + 8);
    }

    /// The 32-bit number at a position after the common part of a record.
    int extra(int id, int position) {
        return memory.getInt(offsets[id - firstId] + COMMON_BYTES + position);
    }

    private int info(int id) {
        return memory.getInt(offsets[id - firstId] + 4);
    }
}
