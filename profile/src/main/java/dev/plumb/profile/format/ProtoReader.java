package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.nio.charset.StandardCharsets;

/// Reads one protobuf message from memory, field by field, never past its end. [ProtoWriter] shows the layout.
final class ProtoReader {
    private final byte[] bytes;
    private final int begin;
    private final int end;
    private int at;
    private int field;
    private int type;
    private long number;
    private int start;

    ProtoReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    private ProtoReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.begin = start;
        this.at = start;
        this.end = end;
    }

    /// Reads the next field; false at the end.
    boolean next() throws FormatException {
        if (at >= end) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        type = (int) tag & 7;
        switch (type) {
            case ProtoWriter.VARINT -> number = varint();
            case ProtoWriter.FIXED64 -> number = fixed(8);
            case ProtoWriter.FIXED32 -> number = fixed(4);
            case ProtoWriter.BYTES -> {
                long length = varint();
                if (length < 0 || length > end - at) {
                    throw wrong("length " + length + " goes past the end");
                }
                start = at;
                at += (int) length;
            }
            default -> throw wrong("unknown field type " + type);
        }
        return true;
    }

    int field() {
        return field;
    }

    long number() throws FormatException {
        if (type == ProtoWriter.BYTES) {
            throw wrong("field " + field + " is not a number");
        }
        return number;
    }

    /// A number that indexes a table of this size.
    int index(int size) throws FormatException {
        long value = number();
        if (value < 0 || value >= size) {
            throw wrong("field " + field + " has index " + value + " of " + size);
        }
        return (int) value;
    }

    int intNumber() throws FormatException {
        long value = number();
        if (value != (int) value) {
            throw wrong("field " + field + " has the value " + value + ", which is not one of 32 bits");
        }
        return (int) value;
    }

    String string() throws FormatException {
        demandBytes();
        return new String(bytes, start, at - start, StandardCharsets.UTF_8);
    }

    ProtoReader message() throws FormatException {
        demandBytes();
        return new ProtoReader(bytes, start, at);
    }

    /// Adds the numbers of a repeated field, packed or one at a time.
    void numbers(LongList list) throws FormatException {
        if (type != ProtoWriter.BYTES) {
            list.add(number);
            return;
        }
        ProtoReader packed = new ProtoReader(bytes, start, at);
        while (packed.at < packed.end) {
            list.add(packed.varint());
        }
    }

    /// The same message from its beginning, for another round.
    ProtoReader again() {
        return new ProtoReader(bytes, begin, end);
    }

    boolean isNumber() {
        return type != ProtoWriter.BYTES;
    }

    /// How many fixed numbers of 8 bytes the field has, packed or one at a time.
    int fixed64Count() {
        return type == ProtoWriter.BYTES ? (at - start) / 8 : 1;
    }

    private void demandBytes() throws FormatException {
        if (type != ProtoWriter.BYTES) {
            throw wrong("field " + field + " is a number");
        }
    }

    private long varint() throws FormatException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            if (at >= end) {
                throw wrong("ends within a number");
            }
            byte b = bytes[at++];
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw wrong("number of more than ten bytes");
    }

    private long fixed(int size) throws FormatException {
        if (end - at < size) {
            throw wrong("ends within a number");
        }
        long value = 0;
        for (int i = 0; i < size; i++) {
            value |= (bytes[at++] & 0xffL) << (8 * i);
        }
        return value;
    }

    FormatException wrong(String what) {
        return new FormatException("protobuf: " + what + " at byte " + at);
    }
}
