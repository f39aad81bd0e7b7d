package dev.plumb.ebpf.asm;

import org.jspecify.annotations.Nullable;

/// A computation of two operands, the first of which takes the result.
public enum AluOperation {
    ADD(0x0, 0, "+="),
    SUB(0x1, 0, "-="),
    MUL(0x2, 0, "*="),
    DIV(0x3, 0, "/="),
    OR(0x4, 0, "|="),
    AND(0x5, 0, "&="),
    LSH(0x6, 0, "<<="),
    RSH(0x7, 0, ">>="),
    MOD(0x9, 0, "%="),
    XOR(0xa, 0, "^="),
    MOV(0xb, 0, "="),
    ARSH(0xc, 0, "s>>="),
    /// Signed division; needs kernel 6.6 (instruction set v4).
    SDIV(0x3, 1, "s/="),
    /// Signed remainder; needs kernel 6.6 (instruction set v4).
    SMOD(0x9, 1, "s%=");

    private static final AluOperation[] VALUES = values();

    private final int code;
    private final int offset;
    private final String symbol;

    AluOperation(int code, int offset, String symbol) {
        this.code = code << 4;
        this.offset = offset;
        this.symbol = symbol;
    }

    /// The operator as the kernel prints it, such as `+=`.
    public String symbol() {
        return symbol;
    }

    int code() {
        return code;
    }

    /// The instruction's offset field, which tells the signed divisions from the unsigned ones.
    int offset() {
        return offset;
    }

    /// Refuses constants that the kernel refuses: shifts by the width or more, and division by zero.
    void requireConstant(Width width, int constant) {
        switch (this) {
            case LSH, RSH, ARSH -> {
                if (constant < 0 || constant >= width.bits()) {
                    throw new IllegalArgumentException("shift of " + width.bits() + " bits by " + constant
                            + "; it takes 0 to " + (width.bits() - 1));
                }
            }
            case DIV, MOD, SDIV, SMOD -> {
                if (constant == 0) {
                    throw new IllegalArgumentException("division by the constant zero");
                }
            }
            case ADD, SUB, MUL, OR, AND, XOR, MOV -> {}
        }
    }

    static @Nullable AluOperation of(int opcode, int offset) {
        for (AluOperation operation : VALUES) {
            if (operation.code == (opcode & 0xf0) && operation.offset == offset) {
                return operation;
            }
        }
        return null;
    }
}
