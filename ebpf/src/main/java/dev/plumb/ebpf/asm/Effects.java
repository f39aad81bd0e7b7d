package dev.plumb.ebpf.asm;

import dev.plumb.ebpf.asm.Instruction.Access;
import dev.plumb.ebpf.asm.Instruction.Computation;
import dev.plumb.ebpf.asm.Instruction.Transfer;
import dev.plumb.ebpf.asm.Instruction.Wide;

/// Which registers an instruction reads, writes and destroys, as sets of [Register#bit].
final class Effects {
    /// The registers a call leaves without a value.
    static final int CALL_CLOBBERS = 0b111110;

    private Effects() {}

    /// The registers that must hold a value. What a local call reads is up to the function called; what a kfunc or an
    /// unknown helper reads is not known here.
    static int reads(Instruction instruction) {
        return switch (instruction) {
            case Computation computation -> reads(computation);
            case Transfer transfer -> reads(transfer);
            case Access access -> reads(access);
            case Wide wide -> 0;
            case Instruction.Raw raw -> 0;
        };
    }

    /// The registers that hold a value afterwards. What `R0` holds after a local call is up to the function called.
    static int writes(Instruction instruction) {
        return switch (instruction) {
            case Computation computation -> computation.destination().bit();
            case Transfer transfer -> writes(transfer);
            case Access access -> writes(access);
            case Wide wide -> wide.destination().bit();
            case Instruction.Raw raw -> 0;
        };
    }

    /// The registers that hold nothing afterwards.
    static int destroys(Instruction instruction) {
        return switch (instruction) {
            case Instruction.CallHelper call -> CALL_CLOBBERS | (returnsValue(call) ? 0 : Register.R0.bit());
            case Instruction.CallLocal call -> CALL_CLOBBERS;
            case Instruction.CallKfunc call -> CALL_CLOBBERS;
            case Instruction.LoadPacket load -> CALL_CLOBBERS;
            case Instruction.LoadPacketIndexed load -> CALL_CLOBBERS;
            default -> 0;
        };
    }

    private static int reads(Computation computation) {
        return switch (computation) {
            case Instruction.Alu alu -> {
                boolean move = alu.operation() == AluOperation.MOV;
                yield operand(alu.source()) | (move ? 0 : alu.destination().bit());
            }
            case Instruction.Negate negate -> negate.destination().bit();
            case Instruction.SignExtend extend -> extend.source().bit();
            case Instruction.ConvertBytes convert -> convert.destination().bit();
            case Instruction.CastAddressSpace cast -> cast.source().bit();
        };
    }

    private static int reads(Transfer transfer) {
        return switch (transfer) {
            case Instruction.Jump jump -> 0;
            case Instruction.LongJump jump -> 0;
            case Instruction.JumpIf jump -> jump.left().bit() | operand(jump.right());
            case Instruction.MayGoto jump -> 0;
            case Instruction.CallHelper call -> arguments(call);
            case Instruction.CallLocal call -> 0;
            case Instruction.CallKfunc call -> 0;
            case Instruction.Exit exit -> Register.R0.bit();
        };
    }

    private static int writes(Transfer transfer) {
        return switch (transfer) {
            case Instruction.CallHelper call -> returnsValue(call) ? Register.R0.bit() : 0;
            case Instruction.CallKfunc call -> Register.R0.bit();
            case Instruction.CallLocal call -> 0;
            case Instruction.Jump jump -> 0;
            case Instruction.LongJump jump -> 0;
            case Instruction.JumpIf jump -> 0;
            case Instruction.MayGoto jump -> 0;
            case Instruction.Exit exit -> 0;
        };
    }

    private static int reads(Access access) {
        return switch (access) {
            case Instruction.Load load -> load.base().bit();
            case Instruction.LoadSigned load -> load.base().bit();
            case Instruction.LoadAcquire load -> load.base().bit();
            case Instruction.Store store -> store.base().bit() | operand(store.source());
            case Instruction.StoreRelease store ->
                store.base().bit() | store.source().bit();
            case Instruction.Atomic atomic -> {
                boolean compares = atomic.operation() == AtomicOperation.CMPXCHG;
                yield atomic.base().bit() | atomic.source().bit() | (compares ? Register.R0.bit() : 0);
            }
            case Instruction.LoadPacket load -> Register.R6.bit();
            case Instruction.LoadPacketIndexed load ->
                Register.R6.bit() | load.index().bit();
        };
    }

    private static int writes(Access access) {
        return switch (access) {
            case Instruction.Load load -> load.destination().bit();
            case Instruction.LoadSigned load -> load.destination().bit();
            case Instruction.LoadAcquire load -> load.destination().bit();
            case Instruction.Store store -> 0;
            case Instruction.StoreRelease store -> 0;
            case Instruction.Atomic atomic ->
                switch (atomic.operation()) {
                    case ADD, OR, AND, XOR -> 0;
                    case FETCH_ADD, FETCH_OR, FETCH_AND, FETCH_XOR, XCHG ->
                        atomic.source().bit();
                    case CMPXCHG -> Register.R0.bit();
                };
            case Instruction.LoadPacket load -> Register.R0.bit();
            case Instruction.LoadPacketIndexed load -> Register.R0.bit();
        };
    }

    private static int arguments(Instruction.CallHelper call) {
        int arity = Helper.of(call.id()).map(Helper::arity).orElse(0);
        return ((1 << arity) - 1) << 1;
    }

    private static boolean returnsValue(Instruction.CallHelper call) {
        return Helper.of(call.id()).map(Helper::returnsValue).orElse(true);
    }

    private static int operand(Operand operand) {
        return operand instanceof Register register ? register.bit() : 0;
    }
}
