package dev.plumb.ebpf.asm;

/// A constant inside an instruction: 32 bits, sign-extended where the instruction works on 64.
public record Immediate(int value) implements Operand {
    /// The constant of a 64-bit instruction, which must survive sign extension from 32 bits.
    public static Immediate of(long value) {
        if (value != (int) value) {
            throw new IllegalArgumentException(
                    "constant " + value
                            + " does not fit the instruction's 32 signed bits; load it with loadConstant into a register first");
        }
        return new Immediate((int) value);
    }

    /// The constant of an instruction that works on fewer than 64 bits: any number these bits can hold, signed or not.
    public static Immediate of(long value, int bits) {
        if (bits >= Long.SIZE) {
            return of(value);
        }
        if (value < -(1L << (bits - 1)) || value >= 1L << bits) {
            throw new IllegalArgumentException("constant " + value + " does not fit " + bits + " bits");
        }
        return new Immediate((int) value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
