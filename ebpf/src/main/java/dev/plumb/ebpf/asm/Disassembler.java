package dev.plumb.ebpf.asm;

import dev.plumb.ebpf.asm.Instruction.Access;
import dev.plumb.ebpf.asm.Instruction.Computation;
import dev.plumb.ebpf.asm.Instruction.Transfer;
import dev.plumb.ebpf.asm.Instruction.Wide;

/// Writes programs as the kernel's verifier does, with the labels added.
public final class Disassembler {
    private Disassembler() {}

    /// The whole program: one line per instruction with its slot and opcode, labels on lines of their own.
    public static String text(Code code) {
        var text = new StringBuilder();
        for (int index = 0; index < code.instructions().size(); index++) {
            int slot = code.slot(index);
            String label = code.labels().get(slot);
            if (label != null) {
                text.append(label).append(":\n");
            }
            Instruction instruction = code.instructions().get(index);
            text.append("%4d: (%02x) ".formatted(slot, Slot.opcode(Encoder.first(instruction))));
            text.append(text(instruction));
            String target = code.labels().get(target(code, index));
            text.append(target == null ? "\n" : " <" + target + ">\n");
        }
        return text.toString();
    }

    private static int target(Code code, int index) {
        int function = ControlFlow.functionSlot(code, index);
        return function < 0 ? ControlFlow.jumpSlot(code, index) : function;
    }

    /// One instruction.
    public static String text(Instruction instruction) {
        return switch (instruction) {
            case Computation computation -> computation(computation);
            case Transfer transfer -> transfer(transfer);
            case Access access -> access(access);
            case Wide wide -> wide.destination() + " = " + wide(wide);
            case Instruction.Raw raw -> raw(raw.bits());
        };
    }

    private static String computation(Computation computation) {
        Register to = computation.destination();
        return switch (computation) {
            case Instruction.Alu alu ->
                alu.width().name(to) + " " + alu.operation().symbol() + " " + operand(alu.width(), alu.source());
            case Instruction.Negate negate -> {
                String name = negate.width().name(to);
                yield name + " = -" + name;
            }
            case Instruction.SignExtend extend ->
                "%s = (s%d)%s"
                        .formatted(
                                extend.width().name(to),
                                extend.from().bits(),
                                extend.width().name(extend.source()));
            case Instruction.ConvertBytes convert ->
                "%s = %s%d %s"
                        .formatted(
                                to,
                                convert.conversion().symbol(),
                                convert.size().bits(),
                                to);
            case Instruction.CastAddressSpace cast ->
                "%s = addr_space_cast(%s, %d, %d)".formatted(to, cast.source(), cast.to(), cast.from());
        };
    }

    private static String transfer(Transfer transfer) {
        return switch (transfer) {
            case Instruction.Jump jump -> "goto pc%+d".formatted(jump.offset());
            case Instruction.LongJump jump -> "gotol pc%+d".formatted(jump.offset());
            case Instruction.MayGoto jump -> "may_goto pc%+d".formatted(jump.offset());
            case Instruction.JumpIf jump -> {
                String right = jump.right() instanceof Immediate immediate
                        ? "0x" + Integer.toHexString(immediate.value())
                        : operand(jump.width(), jump.right());
                yield "if %s %s %s goto pc%+d"
                        .formatted(
                                jump.width().name(jump.left()), jump.condition().symbol(), right, jump.offset());
            }
            case Instruction.CallHelper call ->
                "call " + Helper.of(call.id()).map(Helper::symbol).orElse("unknown") + "#" + call.id();
            case Instruction.CallLocal call -> "call pc%+d".formatted(call.offset());
            case Instruction.CallKfunc call ->
                "call kernel-function#" + call.btfId() + (call.btfIndex() == 0 ? "" : " of btf#" + call.btfIndex());
            case Instruction.Exit exit -> "exit";
        };
    }

    private static String access(Access access) {
        return switch (access) {
            case Instruction.Load load ->
                load.destination() + " = " + memory('u', load.size(), load.base(), load.offset());
            case Instruction.LoadSigned load ->
                load.destination() + " = " + memory('s', load.size(), load.base(), load.offset());
            case Instruction.Store store ->
                memory('u', store.size(), store.base(), store.offset()) + " = " + store.source();
            case Instruction.Atomic atomic -> atomic(atomic);
            case Instruction.LoadAcquire load ->
                "%s = load_acquire(%s)".formatted(load.destination(), pointer(load.size(), load.base(), load.offset()));
            case Instruction.StoreRelease store ->
                "store_release(%s, %s)".formatted(pointer(store.size(), store.base(), store.offset()), store.source());
            case Instruction.LoadPacket load ->
                "r0 = *(u%d *)skb[%d]".formatted(load.size().bits(), load.offset());
            case Instruction.LoadPacketIndexed load ->
                "r0 = *(u%d *)skb[%s + %d]".formatted(load.size().bits(), load.index(), load.offset());
        };
    }

    private static String atomic(Instruction.Atomic atomic) {
        AtomicOperation operation = atomic.operation();
        if (!operation.fetches()) {
            String memory = memory('u', atomic.size(), atomic.base(), atomic.offset());
            return "lock " + memory + " " + operation.symbol() + " " + atomic.source();
        }
        boolean compares = operation == AtomicOperation.CMPXCHG;
        String name = (atomic.size() == Size.DWORD ? "atomic64_" : "atomic_") + operation.symbol();
        return "%s = %s(%s, %s%s)"
                .formatted(
                        compares ? Register.R0 : atomic.source(),
                        name,
                        pointer(atomic.size(), atomic.base(), atomic.offset()),
                        compares ? "r0, " : "",
                        atomic.source());
    }

    private static String wide(Wide wide) {
        return switch (wide) {
            case Instruction.LoadConstant load -> "0x" + Long.toHexString(load.value());
            case Instruction.LoadMap load -> map(load.reference(), load.map());
            case Instruction.LoadMapValue load ->
                "%s[0]%+d".formatted(map(load.reference(), load.map()), load.offset());
            case Instruction.LoadKernelSymbol load ->
                "ksym[btf:" + load.btfId() + (load.btfFd() == 0 ? "]" : " of fd:" + load.btfFd() + "]");
            case Instruction.LoadFunction load -> "subprog[%+d]".formatted(load.offset());
        };
    }

    private static String map(MapReference reference, int map) {
        return (reference == MapReference.DESCRIPTOR ? "map[fd:" : "map[idx:") + map + "]";
    }

    private static String memory(char sign, Size size, Register base, int offset) {
        return "*(%c%d *)(%s %+d)".formatted(sign, size.bits(), base, offset);
    }

    private static String pointer(Size size, Register base, int offset) {
        return "(u%d *)(%s %+d)".formatted(size.bits(), base, offset);
    }

    private static String operand(Width width, Operand operand) {
        return switch (operand) {
            case Register register -> width.name(register);
            case Immediate immediate -> immediate.toString();
        };
    }

    private static String raw(long slot) {
        return "raw code=0x%02x dst=%d src=%d off=%d imm=%d"
                .formatted(
                        Slot.opcode(slot),
                        Slot.destination(slot),
                        Slot.source(slot),
                        Slot.offset(slot),
                        Slot.constant(slot));
    }
}
