package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.asm.Size;

/// The kind of number a [Value] is: how many bits of memory it takes, and whether it has a sign.
///
/// In registers every value has 64 bits, widened by its type; arithmetic gives [#U64] or [#S64].
public enum Type {
    U8(Size.BYTE, false),
    U16(Size.HALF, false),
    U32(Size.WORD, false),
    U64(Size.DWORD, false),
    S8(Size.BYTE, true),
    S16(Size.HALF, true),
    S32(Size.WORD, true),
    S64(Size.DWORD, true);

    private final Size size;
    private final boolean signed;

    Type(Size size, boolean signed) {
        this.size = size;
        this.signed = signed;
    }

    public int bits() {
        return size.bits();
    }

    public int sizeBytes() {
        return size.bytes();
    }

    public boolean signed() {
        return signed;
    }

    Size size() {
        return size;
    }

    /// The type of so many bytes, with or without a sign.
    public static Type of(int sizeBytes, boolean signed) {
        for (Type type : values()) {
            if (type.sizeBytes() == sizeBytes && type.signed == signed) {
                return type;
            }
        }
        throw new IllegalArgumentException("no number has " + sizeBytes + " bytes; there are 1, 2, 4 and 8");
    }

    /// The type of a field, or of its elements.
    static Type of(Field field) {
        return of(field.elementSizeBytes(), field.kind() == Field.Kind.SIGNED);
    }

    /// Whether each number of this type is one of another.
    boolean within(Type other) {
        return signed == other.signed ? bits() <= other.bits() : !signed && bits() < other.bits();
    }

    /// Whether a number is one of this type; as a pattern of bits, each is one of 64 bits.
    boolean holds(long number) {
        if (bits() == Long.SIZE) {
            return true;
        }
        long half = 1L << (bits() - 1);
        return signed ? number >= -half && number < half : number >= 0 && number < 2 * half;
    }

    /// A number cut to this type and widened again.
    long narrow(long number) {
        int shift = Long.SIZE - bits();
        return signed ? number << shift >> shift : number << shift >>> shift;
    }
}
