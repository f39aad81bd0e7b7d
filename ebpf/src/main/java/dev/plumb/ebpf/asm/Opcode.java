package dev.plumb.ebpf.asm;

/// The parts of an opcode: class in the low three bits; above it either operation and source, or mode and size.
final class Opcode {
    static final int CLASS = 0x07;
    static final int LD = 0x00;
    static final int LDX = 0x01;
    static final int ST = 0x02;
    static final int STX = 0x03;
    static final int ALU32 = 0x04;
    static final int JMP = 0x05;
    static final int JMP32 = 0x06;
    static final int ALU64 = 0x07;

    /// The second operand is a register.
    static final int X = 0x08;

    static final int OPERATION = 0xf0;
    static final int NEG = 0x80;
    static final int MOV = 0xb0;
    static final int END = 0xd0;
    static final int JA = 0x00;
    static final int CALL = 0x80;
    static final int EXIT = 0x90;
    static final int JCOND = 0xe0;

    static final int MODE = 0xe0;
    static final int IMM = 0x00;
    static final int ABS = 0x20;
    static final int IND = 0x40;
    static final int MEM = 0x60;
    static final int MEMSX = 0x80;
    static final int ATOMIC = 0xc0;

    static final int LOAD_ACQUIRE = 0x100;
    static final int STORE_RELEASE = 0x110;

    static final int LD_IMM64 = 0x18;

    /// What the source field of `LD_IMM64` says about its constant.
    static final int PSEUDO_MAP_FD = 1;

    static final int PSEUDO_MAP_VALUE = 2;
    static final int PSEUDO_BTF_ID = 3;
    static final int PSEUDO_FUNC = 4;
    static final int PSEUDO_MAP_IDX = 5;
    static final int PSEUDO_MAP_IDX_VALUE = 6;

    /// What the source field of `CALL` says about its constant.
    static final int PSEUDO_CALL = 1;

    static final int PSEUDO_KFUNC_CALL = 2;

    private Opcode() {}

    static int aluClass(Width width) {
        return width == Width.BITS_64 ? ALU64 : ALU32;
    }

    static int jumpClass(Width width) {
        return width == Width.BITS_64 ? JMP : JMP32;
    }
}
