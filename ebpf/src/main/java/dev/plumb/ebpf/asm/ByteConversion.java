package dev.plumb.ebpf.asm;

/// A change of byte order in a register.
public enum ByteConversion {
    /// Between the machine's order and little-endian; on a little-endian machine it only cuts off the upper bytes.
    LITTLE_ENDIAN(0xd4, "le"),
    /// Between the machine's order and big-endian.
    BIG_ENDIAN(0xdc, "be"),
    /// Reverses the bytes whatever the machine; needs kernel 6.6 (instruction set v4).
    SWAP(0xd7, "bswap");

    private final int opcode;
    private final String symbol;

    ByteConversion(int opcode, String symbol) {
        this.opcode = opcode;
        this.symbol = symbol;
    }

    int opcode() {
        return opcode;
    }

    String symbol() {
        return symbol;
    }
}
