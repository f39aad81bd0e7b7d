package dev.plumb.elf.zstd;

/// Reads bits from the end of a range of bytes to its start. The last byte's highest set bit marks where they begin.
///
/// Bits before the range are zero, and reading them makes [#remaining] negative.
final class BackwardBits {
    private final byte[] bytes;
    private final int start;
    /// Bits left before the position.
    private int left;

    BackwardBits(byte[] bytes, int start, int end) {
        if (start >= end || bytes[end - 1] == 0) {
            throw new IndexOutOfBoundsException("a bit stream without an end mark");
        }
        this.bytes = bytes;
        this.start = start;
        int last = bytes[end - 1] & 0xff;
        this.left = (end - start) * 8 - 8 + 31 - Integer.numberOfLeadingZeros(last);
    }

    int remaining() {
        return left;
    }

    /// The next bits, at most 32, the first one highest.
    long read(int count) {
        left -= count;
        return at(left, count);
    }

    /// The next bits without moving on.
    int peek(int count) {
        return (int) at(left - count, count);
    }

    void skip(int count) {
        left -= count;
    }

    private long at(int position, int count) {
        if (count == 0) {
            return 0;
        }
        int lead = Math.max(-position, 0);
        if (lead >= count) {
            return 0;
        }
        int from = Math.max(position, 0);
        long value = 0;
        int firstByte = start + (from >>> 3);
        int lastByte = start + ((position + count - 1) >>> 3);
        for (int i = lastByte; i >= firstByte; i--) {
            value = value << 8 | (bytes[i] & 0xff);
        }
        value >>>= from & 7;
        value &= (1L << (count - lead)) - 1;
        return value << lead;
    }
}
