package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.nio.charset.StandardCharsets;

/// Reads the numbers and strings of a JFR chunk, never past its end and never more values than its size allows.
final class JfrInput {
    private final byte[] bytes;
    private final int end;
    private final boolean packed;
    private int at;
    private long budget;

    JfrInput(byte[] bytes, int start, int end, boolean packed) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
        this.packed = packed;
        this.budget = 1_000_000 + 16L * (end - start);
    }

    int position() {
        return at;
    }

    void position(long position) throws FormatException {
        if (position < 0 || position > end) {
            throw wrong("offset " + position + " is outside of the chunk");
        }
        at = (int) position;
    }

    /// Counts a value that is about to be read: types may nest so that many values take no bytes at all.
    void spend() throws FormatException {
        if (--budget < 0) {
            throw wrong("more values than the file can hold");
        }
    }

    long longValue() throws FormatException {
        return packed ? varint() : fixed(8);
    }

    int intValue() throws FormatException {
        return (int) (packed ? varint() : fixed(4));
    }

    int shortValue() throws FormatException {
        return (int) (packed ? varint() : fixed(2));
    }

    int byteValue() throws FormatException {
        return (int) fixed(1);
    }

    long fixed(int size) throws FormatException {
        need(size);
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (bytes[at++] & 0xff);
        }
        return value;
    }

    /// The number of elements that follow, each of at least so many bytes.
    int count(int bytesEach) throws FormatException {
        int count = intValue();
        if (count < 0 || (long) count * bytesEach > end - at) {
            throw wrong("count of " + count + " goes past the end");
        }
        return count;
    }

    /// The text of a string of this encoding: 3 UTF-8, 4 characters, 5 Latin-1.
    String text(int encoding) throws FormatException {
        int length = count(1);
        if (encoding == 4) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append((char) shortValue());
            }
            return text.toString();
        }
        int start = at;
        at += length;
        return new String(bytes, start, length, encoding == 5 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    FormatException wrong(String what) {
        return new FormatException("JFR: " + what + " at byte " + at);
    }

    private long varint() throws FormatException {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            need(1);
            byte b = bytes[at++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        need(1);
        return value | (bytes[at++] & 0xffL) << 56;
    }

    private void need(int size) throws FormatException {
        if (end - at < size) {
            throw wrong("ends too early");
        }
    }
}
