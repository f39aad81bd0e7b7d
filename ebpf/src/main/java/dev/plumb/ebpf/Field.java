package dev.plumb.ebpf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// One field of a [Layout], and the way to read and write it in memory. Numbers are in the machine's byte order.
public record Field(String name, Kind kind, int offset, int elementSizeBytes, int count) {
    /// What a field holds.
    public enum Kind {
        UNSIGNED,
        SIGNED,
        TEXT,
        BYTES
    }

    /// The bytes the whole field takes.
    public int sizeBytes() {
        return Math.multiplyExact(elementSizeBytes, count);
    }

    /// Reads the number from a record that starts at offset 0. Allocates nothing.
    public long read(MemorySegment record) {
        return read(record, 0);
    }

    /// Reads the number from a record that starts at `base`, widened by its sign. Allocates nothing.
    public long read(MemorySegment record, long base) {
        return number(record, base + offset);
    }

    /// Reads one element of an array field.
    public long readElement(MemorySegment record, long base, int index) {
        return number(record, base + offset + (long) index * elementSizeBytes);
    }

    private long number(MemorySegment record, long at) {
        boolean signed = kind == Kind.SIGNED;
        return switch (elementSizeBytes) {
            case 1 -> record.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
            case 2 -> record.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffffL;
            case 4 -> {
                int value = record.get(ValueLayout.JAVA_INT_UNALIGNED, at);
                yield signed ? value : Integer.toUnsignedLong(value);
            }
            case 8 -> record.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            default -> throw new IllegalStateException("field " + name + " is not a number but " + kind);
        };
    }

    /// Writes the number into a record that starts at offset 0.
    public void write(MemorySegment record, long value) {
        write(record, 0, value);
    }

    /// Writes the number into a record that starts at `base`.
    public void write(MemorySegment record, long base, long value) {
        long at = base + offset;
        switch (elementSizeBytes) {
            case 1 -> record.set(ValueLayout.JAVA_BYTE, at, (byte) value);
            case 2 -> record.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case 4 -> record.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            case 8 -> record.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
            default -> throw new IllegalStateException("field " + name + " is not a number but " + kind);
        }
    }

    /// Reads a text up to its terminating zero, or the whole field.
    public String text(MemorySegment record, long base) {
        int length = 0;
        while (length < sizeBytes() && record.get(ValueLayout.JAVA_BYTE, base + offset + length) != 0) {
            length++;
        }
        byte[] bytes = record.asSlice(base + offset, length).toArray(ValueLayout.JAVA_BYTE);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public String text(MemorySegment record) {
        return text(record, 0);
    }
}
