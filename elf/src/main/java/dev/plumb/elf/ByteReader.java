package dev.plumb.elf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads little-endian numbers and strings from a byte array, front to back.
///
/// A read past the end throws [IndexOutOfBoundsException]; parsers turn that into an [ElfException] once, at their
/// entry points, so that damaged input costs no check on each read. Arrays rather than mapped memory because the
/// small reads of a DWARF parser are several times faster on them before the optimizing compiler has run, and `plumb`
/// never runs it.
public final class ByteReader {
    private final byte[] bytes;
    private int position;

    public ByteReader(byte[] bytes) {
        this(bytes, 0);
    }

    public ByteReader(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    public int position() {
        return position;
    }

    /// Moves to an offset of the array; throws if it lies outside.
    public void position(long offset) {
        if (offset < 0 || offset > bytes.length) {
            throw new IndexOutOfBoundsException("offset " + offset + " of " + bytes.length + " bytes");
        }
        position = (int) offset;
    }

    public int remaining() {
        return bytes.length - position;
    }

    /// Moves forward; throws if fewer bytes are left, or the count is negative as damaged input may say.
    public void skip(long count) {
        if (count < 0 || count > remaining()) {
            throw new IndexOutOfBoundsException("skip " + count + " of " + remaining() + " bytes");
        }
        position += (int) count;
    }

    public int u8() {
        return bytes[position++] & 0xff;
    }

    public int i8() {
        return bytes[position++];
    }

    public int u16() {
        int value = (bytes[position] & 0xff) | (bytes[position + 1] & 0xff) << 8;
        position += 2;
        return value;
    }

    public int u24() {
        return u16() | u8() << 16;
    }

    public int i32() {
        int p = position;
        int value = (bytes[p] & 0xff)
                | (bytes[p + 1] & 0xff) << 8
                | (bytes[p + 2] & 0xff) << 16
                | (bytes[p + 3] & 0xff) << 24;
        position = p + 4;
        return value;
    }

    public long u32() {
        return i32() & 0xffff_ffffL;
    }

    public long i64() {
        long low = u32();
        return low | (long) i32() << 32;
    }

    /// An unsigned number of `size` bytes: 1, 2, 3, 4 or 8.
    public long unsigned(int size) {
        return switch (size) {
            case 1 -> u8();
            case 2 -> u16();
            case 3 -> u24();
            case 4 -> u32();
            case 8 -> i64();
            default -> throw new IndexOutOfBoundsException("a number of " + size + " bytes");
        };
    }

    /// An unsigned LEB128 number; bits beyond 64 are dropped.
    public long uleb() {
        byte first = bytes[position++];
        if (first >= 0) {
            return first;
        }
        long value = first & 0x7f;
        int shift = 7;
        byte next;
        do {
            next = bytes[position++];
            if (shift < 64) {
                value |= (long) (next & 0x7f) << shift;
            }
            shift += 7;
        } while (next < 0);
        return value;
    }

    /// A signed LEB128 number; bits beyond 64 are dropped.
    public long sleb() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes[position++];
            if (shift < 64) {
                value |= (long) (next & 0x7f) << shift;
            }
            shift += 7;
        } while (next < 0);
        return shift < 64 && (next & 0x40) != 0 ? value | -1L << shift : value;
    }

    /// Passes over a LEB128 number of either kind.
    public void skipLeb() {
        byte next;
        do {
            next = bytes[position++];
        } while (next < 0);
    }

    /// A string up to its zero byte, which is passed over.
    public String string() {
        int start = position;
        skipString();
        return new String(bytes, start, position - 1 - start, StandardCharsets.UTF_8);
    }

    /// Passes over a string and its zero byte.
    public void skipString() {
        byte next;
        do {
            next = bytes[position++];
        } while (next != 0);
    }

    /// Copies the next bytes.
    public byte[] bytes(long count) {
        int start = position;
        skip(count);
        return Arrays.copyOfRange(bytes, start, position);
    }
}
