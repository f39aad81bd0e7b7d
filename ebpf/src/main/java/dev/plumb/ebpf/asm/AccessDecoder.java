package dev.plumb.ebpf.asm;

import org.jspecify.annotations.Nullable;

/// Decodes the instructions that read or write memory.
final class AccessDecoder {
    private AccessDecoder() {}

    static @Nullable Instruction decode(long slot) {
        int opcode = Slot.opcode(slot);
        return switch (opcode & (Opcode.CLASS | Opcode.MODE)) {
            case Opcode.LD | Opcode.ABS, Opcode.LD | Opcode.IND, Opcode.LDX | Opcode.MEM, Opcode.LDX | Opcode.MEMSX ->
                load(slot, Size.ofOpcode(opcode));
            case Opcode.ST | Opcode.MEM, Opcode.STX | Opcode.MEM -> store(slot, Size.ofOpcode(opcode));
            case Opcode.STX | Opcode.ATOMIC -> atomic(slot, Size.ofOpcode(opcode));
            default -> null;
        };
    }

    private static @Nullable Instruction load(long slot, Size size) {
        Register to = Register.of(Slot.destination(slot));
        Register from = Register.of(Slot.source(slot));
        int offset = Slot.offset(slot);
        int kind = Slot.opcode(slot) & (Opcode.CLASS | Opcode.MODE);
        if (kind == (Opcode.LDX | Opcode.MEM)) {
            return new Instruction.Load(size, to, from, offset);
        }
        if (size == Size.DWORD) {
            return null;
        }
        return switch (kind) {
            case Opcode.LD | Opcode.ABS -> new Instruction.LoadPacket(size, Slot.constant(slot));
            case Opcode.LD | Opcode.IND -> new Instruction.LoadPacketIndexed(size, from, Slot.constant(slot));
            default -> new Instruction.LoadSigned(size, to, from, offset);
        };
    }

    private static Instruction store(long slot, Size size) {
        boolean register = (Slot.opcode(slot) & Opcode.CLASS) == Opcode.STX;
        Operand source = register ? Register.of(Slot.source(slot)) : new Immediate(Slot.constant(slot));
        return new Instruction.Store(size, Register.of(Slot.destination(slot)), Slot.offset(slot), source);
    }

    private static @Nullable Instruction atomic(long slot, Size size) {
        Register destination = Register.of(Slot.destination(slot));
        Register source = Register.of(Slot.source(slot));
        int offset = Slot.offset(slot);
        int code = Slot.constant(slot);
        if (code == Opcode.LOAD_ACQUIRE) {
            return new Instruction.LoadAcquire(size, destination, source, offset);
        }
        if (code == Opcode.STORE_RELEASE) {
            return new Instruction.StoreRelease(size, destination, offset, source);
        }
        AtomicOperation operation = AtomicOperation.of(code);
        return operation == null || size == Size.BYTE || size == Size.HALF
                ? null
                : new Instruction.Atomic(operation, size, destination, offset, source);
    }
}
