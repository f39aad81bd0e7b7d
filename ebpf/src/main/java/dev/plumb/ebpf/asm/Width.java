package dev.plumb.ebpf.asm;

/// How much of its registers an instruction works on. A 32-bit result clears the upper half of its register.
public enum Width {
    BITS_32(32, 'w'),
    BITS_64(64, 'r');

    private final int bits;
    private final char prefix;

    Width(int bits, char prefix) {
        this.bits = bits;
        this.prefix = prefix;
    }

    public int bits() {
        return bits;
    }

    /// A register's name at this width, such as `w1` or `r1`.
    String name(Register register) {
        return prefix + Integer.toString(register.number());
    }
}
