package dev.plumb.profile.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Collects the bytes of a JFR event: numbers in 7 bits a byte, the ninth byte whole, and strings.
///
/// ```
/// string := 0 (null) | 1 (empty) | 3 number(length) utf-8
/// ```
final class JfrBuffer {
    private static final int UTF_8 = 3;

    private byte[] bytes = new byte[256];
    private int used;

    int size() {
        return used;
    }

    JfrBuffer clear() {
        used = 0;
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, used);
    }

    JfrBuffer number(long value) {
        room(9);
        long rest = value;
        for (int i = 0; i < 8 && (rest & ~0x7fL) != 0; i++) {
            bytes[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[used++] = (byte) rest;
        return this;
    }

    /// A number in four bytes whatever its size, for a length that is written before what it measures.
    JfrBuffer padded(int value) {
        room(4);
        bytes[used++] = (byte) (value | 0x80);
        bytes[used++] = (byte) (value >>> 7 | 0x80);
        bytes[used++] = (byte) (value >>> 14 | 0x80);
        bytes[used++] = (byte) (value >>> 21 & 0x7f);
        return this;
    }

    JfrBuffer flag(boolean value) {
        room(1);
        bytes[used++] = (byte) (value ? 1 : 0);
        return this;
    }

    JfrBuffer text(String value) {
        if (value.isEmpty()) {
            return number(1);
        }
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        number(UTF_8).number(utf8.length);
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, used, utf8.length);
        used += utf8.length;
        return this;
    }

    JfrBuffer append(JfrBuffer other) {
        room(other.used);
        System.arraycopy(other.bytes, 0, bytes, used, other.used);
        used += other.used;
        return this;
    }

    private void room(int count) {
        if (bytes.length - used < count) {
            bytes = Arrays.copyOf(bytes, Math.max(used + count, Math.min(bytes.length, 1 << 29) * 2));
        }
    }
}
