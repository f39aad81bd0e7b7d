package dev.plumb.profile.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes one protobuf message into memory. Fields with default values are left out, as proto3 does.
///
/// ```
/// field  := varint(number << 3 | type) value
/// type 0 := varint, 7 bits a byte, least significant first, high bit set on all but the last
/// type 1 := 8 bytes, little-endian
/// type 2 := varint(length) bytes      (string, message, packed numbers)
/// ```
final class ProtoWriter {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int BYTES = 2;
    static final int FIXED32 = 5;

    private byte[] bytes = new byte[256];
    private int used;

    int size() {
        return used;
    }

    ProtoWriter clear() {
        used = 0;
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, used);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, used);
    }

    ProtoWriter number(int field, long value) {
        return value == 0 ? this : element(field, value);
    }

    /// Writes a number even if it is 0, as an element of a repeated field.
    ProtoWriter element(int field, long value) {
        varint((long) field << 3);
        return varint(value);
    }

    ProtoWriter fixed64(int field, long value) {
        if (value != 0) {
            varint((long) field << 3 | FIXED64);
            room(8);
            for (int i = 0; i < 8; i++) {
                bytes[used++] = (byte) (value >>> (8 * i));
            }
        }
        return this;
    }

    /// Writes a string even if it is empty, as an element of a repeated field.
    ProtoWriter string(int field, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return raw(field, utf8, utf8.length);
    }

    ProtoWriter message(int field, ProtoWriter message) {
        return raw(field, message.bytes, message.used);
    }

    ProtoWriter bytes(int field, byte[] value) {
        return raw(field, value, value.length);
    }

    ProtoWriter packed(int field, long[] values) {
        if (values.length == 0) {
            return this;
        }
        int length = 0;
        for (long value : values) {
            length += varintSize(value);
        }
        varint((long) field << 3 | BYTES);
        varint(length);
        for (long value : values) {
            varint(value);
        }
        return this;
    }

    private ProtoWriter raw(int field, byte[] source, int length) {
        varint((long) field << 3 | BYTES);
        varint(length);
        room(length);
        System.arraycopy(source, 0, bytes, used, length);
        used += length;
        return this;
    }

    private ProtoWriter varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[used++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[used++] = (byte) rest;
        return this;
    }

    private static int varintSize(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    }

    private void room(int count) {
        if (bytes.length - used < count) {
            bytes = Arrays.copyOf(bytes, Math.max(used + count, Math.min(bytes.length, 1 << 29) * 2));
        }
    }
}
