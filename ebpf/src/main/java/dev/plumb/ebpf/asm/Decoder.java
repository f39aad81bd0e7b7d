package dev.plumb.ebpf.asm;

import dev.plumb.ebpf.asm.Instruction.Wide;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns slots into instructions. A slot that no instruction encodes to, bit by bit, becomes [Instruction.Raw]:
/// whatever
/// is decoded encodes to the same bytes again.
final class Decoder {
    private Decoder() {}

    static List<Instruction> decode(long[] slots) {
        var instructions = new ArrayList<Instruction>(slots.length);
        for (int at = 0; at < slots.length; ) {
            Instruction instruction = decode(slots, at);
            instructions.add(instruction);
            at += instruction.slots();
        }
        return instructions;
    }

    private static Instruction decode(long[] slots, int at) {
        long slot = slots[at];
        if (Slot.destination(slot) >= Register.COUNT || Slot.source(slot) >= Register.COUNT) {
            return new Instruction.Raw(slot);
        }
        if (Slot.opcode(slot) == Opcode.LD_IMM64) {
            return at + 1 < slots.length ? wide(slot, slots[at + 1]) : new Instruction.Raw(slot);
        }
        Instruction instruction = switch (Slot.opcode(slot) & Opcode.CLASS) {
            case Opcode.ALU32 -> computation(slot, Width.BITS_32);
            case Opcode.ALU64 -> computation(slot, Width.BITS_64);
            case Opcode.JMP -> transfer(slot);
            case Opcode.JMP32 -> transfer32(slot);
            default -> AccessDecoder.decode(slot);
        };
        return instruction != null && Encoder.first(instruction) == slot ? instruction : new Instruction.Raw(slot);
    }

    private static Instruction wide(long first, long second) {
        Register to = Register.of(Slot.destination(first));
        int low = Slot.constant(first);
        int high = Slot.constant(second);
        Wide wide = switch (Slot.source(first)) {
            case 0 -> new Instruction.LoadConstant(to, (long) high << 32 | Integer.toUnsignedLong(low));
            case Opcode.PSEUDO_MAP_FD -> new Instruction.LoadMap(to, MapReference.DESCRIPTOR, low);
            case Opcode.PSEUDO_MAP_IDX -> new Instruction.LoadMap(to, MapReference.INDEX, low);
            case Opcode.PSEUDO_MAP_VALUE -> new Instruction.LoadMapValue(to, MapReference.DESCRIPTOR, low, high);
            case Opcode.PSEUDO_MAP_IDX_VALUE -> new Instruction.LoadMapValue(to, MapReference.INDEX, low, high);
            case Opcode.PSEUDO_BTF_ID -> new Instruction.LoadKernelSymbol(to, low, high);
            case Opcode.PSEUDO_FUNC -> new Instruction.LoadFunction(to, low);
            default -> null;
        };
        return wide != null && Encoder.first(wide) == first && Encoder.second(wide) == second
                ? wide
                : new Instruction.Raw(first);
    }

    private static @Nullable Instruction computation(long slot, Width width) {
        int opcode = Slot.opcode(slot);
        Register to = Register.of(Slot.destination(slot));
        int offset = Slot.offset(slot);
        int operation = opcode & Opcode.OPERATION;
        if (operation == Opcode.NEG) {
            return new Instruction.Negate(width, to);
        }
        if (operation == Opcode.END) {
            return conversion(slot, to);
        }
        if (operation == Opcode.MOV && (opcode & Opcode.X) != 0 && offset != 0) {
            return specialMove(slot, width, to);
        }
        AluOperation known = AluOperation.of(opcode, offset);
        return known == null ? null : new Instruction.Alu(width, known, to, operand(slot));
    }

    private static @Nullable Instruction conversion(long slot, Register to) {
        Size size = sizeOfBits(Slot.constant(slot));
        if (size == null || size == Size.BYTE) {
            return null;
        }
        for (ByteConversion conversion : ByteConversion.values()) {
            if (conversion.opcode() == Slot.opcode(slot)) {
                return new Instruction.ConvertBytes(conversion, size, to);
            }
        }
        return null;
    }

    private static @Nullable Instruction specialMove(long slot, Width width, Register to) {
        Register from = Register.of(Slot.source(slot));
        int offset = Slot.offset(slot);
        if (offset == 1) {
            int spaces = Slot.constant(slot);
            return new Instruction.CastAddressSpace(to, from, spaces >>> 16, spaces & 0xffff);
        }
        Size size = sizeOfBits(offset);
        return size == null || size.bits() >= width.bits() ? null : new Instruction.SignExtend(width, size, to, from);
    }

    private static @Nullable Size sizeOfBits(int bits) {
        return switch (bits) {
            case 8 -> Size.BYTE;
            case 16 -> Size.HALF;
            case 32 -> Size.WORD;
            case 64 -> Size.DWORD;
            default -> null;
        };
    }

    private static @Nullable Instruction transfer(long slot) {
        int constant = Slot.constant(slot);
        int offset = Slot.offset(slot);
        return switch (Slot.opcode(slot) & Opcode.OPERATION) {
            case Opcode.JA -> new Instruction.Jump(offset);
            case Opcode.JCOND -> new Instruction.MayGoto(offset);
            case Opcode.EXIT -> new Instruction.Exit();
            case Opcode.CALL ->
                switch (Slot.source(slot)) {
                    case 0 -> new Instruction.CallHelper(constant);
                    case Opcode.PSEUDO_CALL -> new Instruction.CallLocal(constant);
                    case Opcode.PSEUDO_KFUNC_CALL -> new Instruction.CallKfunc(constant, offset);
                    default -> null;
                };
            default -> jumpIf(slot, Width.BITS_64);
        };
    }

    private static @Nullable Instruction transfer32(long slot) {
        boolean always = (Slot.opcode(slot) & Opcode.OPERATION) == Opcode.JA;
        return always ? new Instruction.LongJump(Slot.constant(slot)) : jumpIf(slot, Width.BITS_32);
    }

    private static @Nullable Instruction jumpIf(long slot, Width width) {
        Condition condition = Condition.of(Slot.opcode(slot));
        Register left = Register.of(Slot.destination(slot));
        return condition == null
                ? null
                : new Instruction.JumpIf(width, condition, left, operand(slot), Slot.offset(slot));
    }

    private static Operand operand(long slot) {
        return (Slot.opcode(slot) & Opcode.X) != 0
                ? Register.of(Slot.source(slot))
                : new Immediate(Slot.constant(slot));
    }
}
