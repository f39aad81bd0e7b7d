package dev.plumb.ebpf.asm;

import dev.plumb.ebpf.asm.Instruction.Access;
import dev.plumb.ebpf.asm.Instruction.Computation;
import dev.plumb.ebpf.asm.Instruction.Transfer;
import dev.plumb.ebpf.asm.Instruction.Wide;

/// Turns instructions into slots.
final class Encoder {
    private Encoder() {}

    /// The instruction's only or first slot.
    static long first(Instruction instruction) {
        return switch (instruction) {
            case Computation computation -> computation(computation);
            case Transfer transfer -> transfer(transfer);
            case Access access -> access(access);
            case Wide wide -> wide(wide);
            case Instruction.Raw raw -> raw.bits();
        };
    }

    /// The second slot of a wide instruction: nothing but a constant.
    static long second(Wide wide) {
        int constant = switch (wide) {
            case Instruction.LoadConstant load -> (int) (load.value() >> 32);
            case Instruction.LoadMap load -> 0;
            case Instruction.LoadMapValue load -> load.offset();
            case Instruction.LoadKernelSymbol load -> load.btfFd();
            case Instruction.LoadFunction load -> 0;
        };
        return Slot.of(0, 0, 0, 0, constant);
    }

    private static long computation(Computation computation) {
        Register to = computation.destination();
        return switch (computation) {
            case Instruction.Alu alu -> {
                int opcode = alu.operation().code() | Opcode.aluClass(alu.width());
                yield operand(opcode, to, alu.source(), alu.operation().offset());
            }
            case Instruction.Negate negate -> slot(Opcode.NEG | Opcode.aluClass(negate.width()), to, 0, 0, 0);
            case Instruction.SignExtend extend -> {
                int opcode = Opcode.MOV | Opcode.X | Opcode.aluClass(extend.width());
                yield slot(opcode, to, extend.source().number(), extend.from().bits(), 0);
            }
            case Instruction.ConvertBytes convert ->
                slot(convert.conversion().opcode(), to, 0, 0, convert.size().bits());
            case Instruction.CastAddressSpace cast -> {
                int spaces = cast.to() << 16 | cast.from();
                yield slot(
                        Opcode.MOV | Opcode.X | Opcode.ALU64, to, cast.source().number(), 1, spaces);
            }
        };
    }

    private static long transfer(Transfer transfer) {
        return switch (transfer) {
            case Instruction.Jump jump -> Slot.of(Opcode.JMP | Opcode.JA, 0, 0, jump.offset(), 0);
            case Instruction.LongJump jump -> Slot.of(Opcode.JMP32 | Opcode.JA, 0, 0, 0, jump.offset());
            case Instruction.JumpIf jump -> {
                int opcode = jump.condition().code() | Opcode.jumpClass(jump.width());
                yield operand(opcode, jump.left(), jump.right(), jump.offset());
            }
            case Instruction.MayGoto jump -> Slot.of(Opcode.JMP | Opcode.JCOND, 0, 0, jump.offset(), 0);
            case Instruction.CallHelper call -> Slot.of(Opcode.JMP | Opcode.CALL, 0, 0, 0, call.id());
            case Instruction.CallLocal call ->
                Slot.of(Opcode.JMP | Opcode.CALL, 0, Opcode.PSEUDO_CALL, 0, call.offset());
            case Instruction.CallKfunc call ->
                Slot.of(Opcode.JMP | Opcode.CALL, 0, Opcode.PSEUDO_KFUNC_CALL, call.btfIndex(), call.btfId());
            case Instruction.Exit exit -> Slot.of(Opcode.JMP | Opcode.EXIT, 0, 0, 0, 0);
        };
    }

    private static long access(Access access) {
        int size = access.size().code();
        return switch (access) {
            case Instruction.Load load ->
                slot(
                        Opcode.LDX | Opcode.MEM | size,
                        load.destination(),
                        load.base().number(),
                        load.offset(),
                        0);
            case Instruction.LoadSigned load ->
                slot(
                        Opcode.LDX | Opcode.MEMSX | size,
                        load.destination(),
                        load.base().number(),
                        load.offset(),
                        0);
            case Instruction.Store store -> store(size, store);
            case Instruction.Atomic atomic ->
                atomic(
                        size,
                        atomic.base(),
                        atomic.source(),
                        atomic.offset(),
                        atomic.operation().code());
            case Instruction.LoadAcquire load ->
                atomic(size, load.destination(), load.base(), load.offset(), Opcode.LOAD_ACQUIRE);
            case Instruction.StoreRelease store ->
                atomic(size, store.base(), store.source(), store.offset(), Opcode.STORE_RELEASE);
            case Instruction.LoadPacket load -> Slot.of(Opcode.LD | Opcode.ABS | size, 0, 0, 0, load.offset());
            case Instruction.LoadPacketIndexed load ->
                Slot.of(Opcode.LD | Opcode.IND | size, 0, load.index().number(), 0, load.offset());
        };
    }

    private static long wide(Wide wide) {
        return switch (wide) {
            case Instruction.LoadConstant load -> wide(load, 0, (int) load.value());
            case Instruction.LoadMap load ->
                wide(load, direct(load.reference()) ? Opcode.PSEUDO_MAP_FD : Opcode.PSEUDO_MAP_IDX, load.map());
            case Instruction.LoadMapValue load ->
                wide(
                        load,
                        direct(load.reference()) ? Opcode.PSEUDO_MAP_VALUE : Opcode.PSEUDO_MAP_IDX_VALUE,
                        load.map());
            case Instruction.LoadKernelSymbol load -> wide(load, Opcode.PSEUDO_BTF_ID, load.btfId());
            case Instruction.LoadFunction load -> wide(load, Opcode.PSEUDO_FUNC, load.offset());
        };
    }

    private static long wide(Wide wide, int pseudo, int constant) {
        return slot(Opcode.LD_IMM64, wide.destination(), pseudo, 0, constant);
    }

    private static boolean direct(MapReference reference) {
        return reference == MapReference.DESCRIPTOR;
    }

    private static long store(int size, Instruction.Store store) {
        return switch (store.source()) {
            case Register source ->
                slot(Opcode.STX | Opcode.MEM | size, store.base(), source.number(), store.offset(), 0);
            case Immediate source ->
                slot(Opcode.ST | Opcode.MEM | size, store.base(), 0, store.offset(), source.value());
        };
    }

    private static long atomic(int size, Register destination, Register source, int offset, int code) {
        return slot(Opcode.STX | Opcode.ATOMIC | size, destination, source.number(), offset, code);
    }

    private static long operand(int opcode, Register destination, Operand source, int offset) {
        return switch (source) {
            case Register register -> slot(opcode | Opcode.X, destination, register.number(), offset, 0);
            case Immediate immediate -> slot(opcode, destination, 0, offset, immediate.value());
        };
    }

    private static long slot(int opcode, Register destination, int source, int offset, int constant) {
        return Slot.of(opcode, destination.number(), source, offset, constant);
    }
}
