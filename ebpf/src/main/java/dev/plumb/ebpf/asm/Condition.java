package dev.plumb.ebpf.asm;

import org.jspecify.annotations.Nullable;

/// A comparison that decides a jump.
public enum Condition {
    EQUAL(0x1, "=="),
    NOT_EQUAL(0x5, "!="),
    GREATER(0x2, ">"),
    GREATER_OR_EQUAL(0x3, ">="),
    LESS(0xa, "<"),
    LESS_OR_EQUAL(0xb, "<="),
    SIGNED_GREATER(0x6, "s>"),
    SIGNED_GREATER_OR_EQUAL(0x7, "s>="),
    SIGNED_LESS(0xc, "s<"),
    SIGNED_LESS_OR_EQUAL(0xd, "s<="),
    /// Some bit is set in both operands.
    ANY_BIT_SET(0x4, "&");

    private static final Condition[] VALUES = values();

    private final int code;
    private final String symbol;

    Condition(int code, String symbol) {
        this.code = code << 4;
        this.symbol = symbol;
    }

    /// The operator as the kernel prints it, such as `s>=`.
    public String symbol() {
        return symbol;
    }

    int code() {
        return code;
    }

    static @Nullable Condition of(int opcode) {
        for (Condition condition : VALUES) {
            if (condition.code == (opcode & 0xf0)) {
                return condition;
            }
        }
        return null;
    }
}
