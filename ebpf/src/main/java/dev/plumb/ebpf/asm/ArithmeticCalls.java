package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Width.BITS_64;

/// The calls of an [Assembler] that compute on 64 bits. Constants are 32 bits, sign-extended.
public sealed interface ArithmeticCalls permits Assembler {
    /// `destination = source`.
    default Assembler mov(Register destination, Register source) {
        return alu(BITS_64, AluOperation.MOV, destination, source);
    }

    default Assembler mov(Register destination, long constant) {
        return alu(BITS_64, AluOperation.MOV, destination, constant);
    }

    /// `destination += source`.
    default Assembler add(Register destination, Register source) {
        return alu(BITS_64, AluOperation.ADD, destination, source);
    }

    default Assembler add(Register destination, long constant) {
        return alu(BITS_64, AluOperation.ADD, destination, constant);
    }

    /// `destination -= source`.
    default Assembler sub(Register destination, Register source) {
        return alu(BITS_64, AluOperation.SUB, destination, source);
    }

    default Assembler sub(Register destination, long constant) {
        return alu(BITS_64, AluOperation.SUB, destination, constant);
    }

    /// `destination *= source`.
    default Assembler mul(Register destination, Register source) {
        return alu(BITS_64, AluOperation.MUL, destination, source);
    }

    default Assembler mul(Register destination, long constant) {
        return alu(BITS_64, AluOperation.MUL, destination, constant);
    }

    /// `destination /= source`, unsigned; a register that is zero gives zero.
    default Assembler div(Register destination, Register source) {
        return alu(BITS_64, AluOperation.DIV, destination, source);
    }

    default Assembler div(Register destination, long constant) {
        return alu(BITS_64, AluOperation.DIV, destination, constant);
    }

    /// `destination %= source`, unsigned; a register that is zero leaves the destination.
    default Assembler mod(Register destination, Register source) {
        return alu(BITS_64, AluOperation.MOD, destination, source);
    }

    default Assembler mod(Register destination, long constant) {
        return alu(BITS_64, AluOperation.MOD, destination, constant);
    }

    /// `destination /= source`, signed, towards zero; needs kernel 6.6.
    default Assembler sdiv(Register destination, Register source) {
        return alu(BITS_64, AluOperation.SDIV, destination, source);
    }

    default Assembler sdiv(Register destination, long constant) {
        return alu(BITS_64, AluOperation.SDIV, destination, constant);
    }

    /// `destination %= source`, signed; needs kernel 6.6.
    default Assembler smod(Register destination, Register source) {
        return alu(BITS_64, AluOperation.SMOD, destination, source);
    }

    default Assembler smod(Register destination, long constant) {
        return alu(BITS_64, AluOperation.SMOD, destination, constant);
    }

    /// `destination |= source`.
    default Assembler or(Register destination, Register source) {
        return alu(BITS_64, AluOperation.OR, destination, source);
    }

    default Assembler or(Register destination, long constant) {
        return alu(BITS_64, AluOperation.OR, destination, constant);
    }

    /// `destination &= source`.
    default Assembler and(Register destination, Register source) {
        return alu(BITS_64, AluOperation.AND, destination, source);
    }

    default Assembler and(Register destination, long constant) {
        return alu(BITS_64, AluOperation.AND, destination, constant);
    }

    /// `destination ^= source`.
    default Assembler xor(Register destination, Register source) {
        return alu(BITS_64, AluOperation.XOR, destination, source);
    }

    default Assembler xor(Register destination, long constant) {
        return alu(BITS_64, AluOperation.XOR, destination, constant);
    }

    /// `destination <<= source`.
    default Assembler lsh(Register destination, Register source) {
        return alu(BITS_64, AluOperation.LSH, destination, source);
    }

    default Assembler lsh(Register destination, long constant) {
        return alu(BITS_64, AluOperation.LSH, destination, constant);
    }

    /// `destination >>= source`, filled with zeros.
    default Assembler rsh(Register destination, Register source) {
        return alu(BITS_64, AluOperation.RSH, destination, source);
    }

    default Assembler rsh(Register destination, long constant) {
        return alu(BITS_64, AluOperation.RSH, destination, constant);
    }

    /// `destination >>= source`, filled with the sign.
    default Assembler arsh(Register destination, Register source) {
        return alu(BITS_64, AluOperation.ARSH, destination, source);
    }

    default Assembler arsh(Register destination, long constant) {
        return alu(BITS_64, AluOperation.ARSH, destination, constant);
    }

    /// `destination = -destination`.
    default Assembler neg(Register destination) {
        return self().emit(() -> new Instruction.Negate(BITS_64, destination));
    }

    /// `destination = source` with the sign of its low 8, 16 or 32 bits spread upwards; needs kernel 6.6.
    default Assembler movSigned(Size from, Register destination, Register source) {
        return self().emit(() -> new Instruction.SignExtend(BITS_64, from, destination, source));
    }

    /// Turns the low 16, 32 or 64 bits between the machine's order and big-endian, and clears the rest.
    default Assembler toBigEndian(Size size, Register destination) {
        return self().emit(() -> new Instruction.ConvertBytes(ByteConversion.BIG_ENDIAN, size, destination));
    }

    /// Turns the low 16, 32 or 64 bits between the machine's order and little-endian, and clears the rest.
    default Assembler toLittleEndian(Size size, Register destination) {
        return self().emit(() -> new Instruction.ConvertBytes(ByteConversion.LITTLE_ENDIAN, size, destination));
    }

    /// Reverses the low 2, 4 or 8 bytes and clears the rest; needs kernel 6.6.
    default Assembler swapBytes(Size size, Register destination) {
        return self().emit(() -> new Instruction.ConvertBytes(ByteConversion.SWAP, size, destination));
    }

    /// `destination = source`, a pointer turned from one address space to another; for arenas, needs kernel 6.9.
    default Assembler castAddressSpace(Register destination, Register source, int to, int from) {
        return self().emit(() -> new Instruction.CastAddressSpace(destination, source, to, from));
    }

    /// A computation chosen at run time.
    default Assembler alu(Width width, AluOperation operation, Register destination, Register source) {
        return self().emit(() -> new Instruction.Alu(width, operation, destination, source));
    }

    /// A computation chosen at run time, with a constant.
    default Assembler alu(Width width, AluOperation operation, Register destination, long constant) {
        return self().emit(() -> {
            Immediate source = Immediate.of(constant, width.bits());
            operation.requireConstant(width, source.value());
            return new Instruction.Alu(width, operation, destination, source);
        });
    }

    private Assembler self() {
        return (Assembler) this;
    }
}
