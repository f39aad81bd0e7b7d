package dev.plumb.ebpf.asm;

import org.jspecify.annotations.Nullable;

/// A read-modify-write of memory. All but [#ADD] need kernel 5.12.
public enum AtomicOperation {
    ADD(0x00, "+="),
    OR(0x40, "|="),
    AND(0x50, "&="),
    XOR(0xa0, "^="),
    /// The old value goes to the source register, as for each form with `FETCH`.
    FETCH_ADD(0x01, "fetch_add"),
    FETCH_OR(0x41, "fetch_or"),
    FETCH_AND(0x51, "fetch_and"),
    FETCH_XOR(0xa1, "fetch_xor"),
    /// Swaps memory and source register.
    XCHG(0xe1, "xchg"),
    /// Stores the source register if memory equals `R0`; `R0` takes the old value either way.
    CMPXCHG(0xf1, "cmpxchg");

    private static final AtomicOperation[] VALUES = values();

    private final int code;
    private final String symbol;

    AtomicOperation(int code, String symbol) {
        this.code = code;
        this.symbol = symbol;
    }

    /// The operator as the kernel prints it, such as `+=` or `fetch_add`.
    public String symbol() {
        return symbol;
    }

    /// Whether a register takes the old value.
    public boolean fetches() {
        return (code & 1) != 0;
    }

    int code() {
        return code;
    }

    static @Nullable AtomicOperation of(int code) {
        for (AtomicOperation operation : VALUES) {
            if (operation.code == code) {
                return operation;
            }
        }
        return null;
    }
}
