package dev.plumb.elf.zstd;

import java.util.Arrays;

/// The decoded bytes, up to a limit.
final class Output {
    private final int limit;
    private byte[] bytes;
    private int size;

    Output(int limit) {
        this.limit = limit;
        this.bytes = new byte[Math.min(limit, 1 << 16)];
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
    }

    void append(byte[] from, int start, int count) {
        grow(count);
        System.arraycopy(from, start, bytes, size, count);
        size += count;
    }

    void fill(byte value, int count) {
        grow(count);
        Arrays.fill(bytes, size, size + count, value);
        size += count;
    }

    /// Appends bytes from a distance back, which may reach into what is being appended.
    void repeat(int distance, int count) {
        if (distance < 1 || distance > size) {
            throw new IndexOutOfBoundsException("a match before the start");
        }
        grow(count);
        for (int i = 0; i < count; i++, size++) {
            bytes[size] = bytes[size - distance];
        }
    }

    private void grow(int count) {
        if (count < 0 || count > limit - size) {
            throw new IndexOutOfBoundsException("more than " + limit + " bytes");
        }
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(2L * bytes.length, size + count)));
        }
    }
}
