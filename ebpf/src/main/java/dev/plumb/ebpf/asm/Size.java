package dev.plumb.ebpf.asm;

/// The size of a memory access.
public enum Size {
    BYTE(1, 0x10),
    HALF(2, 0x08),
    WORD(4, 0x00),
    DWORD(8, 0x18);

    private static final Size[] BY_CODE = {WORD, HALF, BYTE, DWORD};

    private final int bytes;
    private final int code;

    Size(int bytes, int code) {
        this.bytes = bytes;
        this.code = code;
    }

    public int bytes() {
        return bytes;
    }

    public int bits() {
        return bytes * Byte.SIZE;
    }

    /// The size with a number of bytes: 1, 2, 4 or 8.
    public static Size ofBytes(int bytes) {
        for (Size size : values()) {
            if (size.bytes == bytes) {
                return size;
            }
        }
        throw new IllegalArgumentException("no access of " + bytes + " bytes; there are 1, 2, 4 and 8");
    }

    int code() {
        return code;
    }

    static Size ofOpcode(int opcode) {
        return BY_CODE[opcode >> 3 & 3];
    }
}
