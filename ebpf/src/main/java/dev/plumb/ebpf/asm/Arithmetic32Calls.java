package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Width.BITS_32;

/// The calls of an [Assembler] that compute on the lower 32 bits and clear the upper ones. Constants may be signed or
/// unsigned.
public sealed interface Arithmetic32Calls permits Assembler {
    /// `destination = source`.
    default Assembler mov32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.MOV, destination, source);
    }

    default Assembler mov32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.MOV, destination, constant);
    }

    /// `destination += source`.
    default Assembler add32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.ADD, destination, source);
    }

    default Assembler add32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.ADD, destination, constant);
    }

    /// `destination -= source`.
    default Assembler sub32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.SUB, destination, source);
    }

    default Assembler sub32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.SUB, destination, constant);
    }

    /// `destination *= source`.
    default Assembler mul32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.MUL, destination, source);
    }

    default Assembler mul32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.MUL, destination, constant);
    }

    /// `destination /= source`, unsigned; a register that is zero gives zero.
    default Assembler div32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.DIV, destination, source);
    }

    default Assembler div32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.DIV, destination, constant);
    }

    /// `destination %= source`, unsigned; a register that is zero leaves the destination.
    default Assembler mod32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.MOD, destination, source);
    }

    default Assembler mod32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.MOD, destination, constant);
    }

    /// `destination /= source`, signed, towards zero; needs kernel 6.6.
    default Assembler sdiv32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.SDIV, destination, source);
    }

    default Assembler sdiv32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.SDIV, destination, constant);
    }

    /// `destination %= source`, signed; needs kernel 6.6.
    default Assembler smod32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.SMOD, destination, source);
    }

    default Assembler smod32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.SMOD, destination, constant);
    }

    /// `destination |= source`.
    default Assembler or32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.OR, destination, source);
    }

    default Assembler or32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.OR, destination, constant);
    }

    /// `destination &= source`.
    default Assembler and32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.AND, destination, source);
    }

    default Assembler and32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.AND, destination, constant);
    }

    /// `destination ^= source`.
    default Assembler xor32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.XOR, destination, source);
    }

    default Assembler xor32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.XOR, destination, constant);
    }

    /// `destination <<= source`.
    default Assembler lsh32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.LSH, destination, source);
    }

    default Assembler lsh32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.LSH, destination, constant);
    }

    /// `destination >>= source`, filled with zeros.
    default Assembler rsh32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.RSH, destination, source);
    }

    default Assembler rsh32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.RSH, destination, constant);
    }

    /// `destination >>= source`, filled with the sign.
    default Assembler arsh32(Register destination, Register source) {
        return alu(BITS_32, AluOperation.ARSH, destination, source);
    }

    default Assembler arsh32(Register destination, long constant) {
        return alu(BITS_32, AluOperation.ARSH, destination, constant);
    }

    /// `destination = -destination`.
    default Assembler neg32(Register destination) {
        return ((Assembler) this).emit(() -> new Instruction.Negate(BITS_32, destination));
    }

    /// `destination = source` with the sign of its low 8 or 16 bits spread to 32; needs kernel 6.6.
    default Assembler movSigned32(Size from, Register destination, Register source) {
        return ((Assembler) this).emit(() -> new Instruction.SignExtend(BITS_32, from, destination, source));
    }

    private Assembler alu(Width width, AluOperation operation, Register destination, Register source) {
        return ((Assembler) this).alu(width, operation, destination, source);
    }

    private Assembler alu(Width width, AluOperation operation, Register destination, long constant) {
        return ((Assembler) this).alu(width, operation, destination, constant);
    }
}
