package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Width.BITS_32;
import static dev.plumb.ebpf.asm.Width.BITS_64;

/// The calls of an [Assembler] that decide what runs next.
public sealed interface JumpCalls permits Assembler {
    /// Goes on at a label, at most 32,767 slots away.
    default Assembler jump(String label) {
        return self().emit(label, Instruction.Jump::new);
    }

    /// Goes on at a label, at any distance; needs kernel 6.6.
    default Assembler jumpLong(String label) {
        return self().emit(label, Instruction.LongJump::new);
    }

    /// Leaves a loop when the kernel's own count of its rounds runs out; needs kernel 6.10.
    default Assembler mayGoto(String label) {
        return self().emit(label, Instruction.MayGoto::new);
    }

    /// Calls a helper with the arguments in `R1` to `R5`; they are destroyed, the result is in `R0`.
    default Assembler call(Helper helper) {
        return call(helper.id());
    }

    /// Calls a helper by number, for one that [Helper] does not list.
    default Assembler call(int helper) {
        return self().emit(() -> {
            if (helper <= 0) {
                throw new IllegalArgumentException("no helper has the number " + helper);
            }
            return new Instruction.CallHelper(helper);
        });
    }

    /// Calls a function of the same program, which starts at a label.
    default Assembler callLocal(String label) {
        return self().emit(label, Instruction.CallLocal::new);
    }

    /// Calls a function of the kernel by BTF id; needs kernel 5.13.
    default Assembler callKfunc(int btfId) {
        return callKfunc(btfId, 0);
    }

    /// Calls a function of a kernel module by BTF id; `btfIndex` is the place of the module's BTF in the descriptor
    /// array
    /// given at load time, from 1. Needs kernel 5.16.
    default Assembler callKfunc(int btfId, int btfIndex) {
        return self().emit(() -> new Instruction.CallKfunc(btfId, btfIndex));
    }

    /// Leaves the function; `R0` is its result.
    default Assembler exit() {
        return self().emit(Instruction.Exit::new);
    }

    /// Jumps if `left == right`.
    default Assembler jumpIfEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.EQUAL, left, right, label);
    }

    default Assembler jumpIfEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.EQUAL, left, right, label);
    }

    /// Jumps if `left == right`, the lower 32 bits of each.
    default Assembler jumpIfEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.EQUAL, left, right, label);
    }

    default Assembler jumpIfEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.EQUAL, left, right, label);
    }

    /// Jumps if `left != right`.
    default Assembler jumpIfNotEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.NOT_EQUAL, left, right, label);
    }

    default Assembler jumpIfNotEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.NOT_EQUAL, left, right, label);
    }

    /// Jumps if `left != right`, the lower 32 bits of each.
    default Assembler jumpIfNotEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.NOT_EQUAL, left, right, label);
    }

    default Assembler jumpIfNotEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.NOT_EQUAL, left, right, label);
    }

    /// Jumps if `left > right`, unsigned.
    default Assembler jumpIfGreater(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.GREATER, left, right, label);
    }

    default Assembler jumpIfGreater(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.GREATER, left, right, label);
    }

    /// Jumps if `left > right`, unsigned, the lower 32 bits of each.
    default Assembler jumpIfGreater32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.GREATER, left, right, label);
    }

    default Assembler jumpIfGreater32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.GREATER, left, right, label);
    }

    /// Jumps if `left >= right`, unsigned.
    default Assembler jumpIfGreaterOrEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.GREATER_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfGreaterOrEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.GREATER_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left >= right`, unsigned, the lower 32 bits of each.
    default Assembler jumpIfGreaterOrEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.GREATER_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfGreaterOrEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.GREATER_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left < right`, unsigned.
    default Assembler jumpIfLess(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.LESS, left, right, label);
    }

    default Assembler jumpIfLess(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.LESS, left, right, label);
    }

    /// Jumps if `left < right`, unsigned, the lower 32 bits of each.
    default Assembler jumpIfLess32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.LESS, left, right, label);
    }

    default Assembler jumpIfLess32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.LESS, left, right, label);
    }

    /// Jumps if `left <= right`, unsigned.
    default Assembler jumpIfLessOrEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.LESS_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfLessOrEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.LESS_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left <= right`, unsigned, the lower 32 bits of each.
    default Assembler jumpIfLessOrEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.LESS_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfLessOrEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.LESS_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left > right`, signed.
    default Assembler jumpIfSignedGreater(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_GREATER, left, right, label);
    }

    default Assembler jumpIfSignedGreater(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_GREATER, left, right, label);
    }

    /// Jumps if `left > right`, signed, the lower 32 bits of each.
    default Assembler jumpIfSignedGreater32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_GREATER, left, right, label);
    }

    default Assembler jumpIfSignedGreater32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_GREATER, left, right, label);
    }

    /// Jumps if `left >= right`, signed.
    default Assembler jumpIfSignedGreaterOrEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_GREATER_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfSignedGreaterOrEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_GREATER_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left >= right`, signed, the lower 32 bits of each.
    default Assembler jumpIfSignedGreaterOrEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_GREATER_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfSignedGreaterOrEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_GREATER_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left < right`, signed.
    default Assembler jumpIfSignedLess(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_LESS, left, right, label);
    }

    default Assembler jumpIfSignedLess(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_LESS, left, right, label);
    }

    /// Jumps if `left < right`, signed, the lower 32 bits of each.
    default Assembler jumpIfSignedLess32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_LESS, left, right, label);
    }

    default Assembler jumpIfSignedLess32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_LESS, left, right, label);
    }

    /// Jumps if `left <= right`, signed.
    default Assembler jumpIfSignedLessOrEqual(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_LESS_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfSignedLessOrEqual(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.SIGNED_LESS_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left <= right`, signed, the lower 32 bits of each.
    default Assembler jumpIfSignedLessOrEqual32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_LESS_OR_EQUAL, left, right, label);
    }

    default Assembler jumpIfSignedLessOrEqual32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.SIGNED_LESS_OR_EQUAL, left, right, label);
    }

    /// Jumps if `left & right` is not zero.
    default Assembler jumpIfAnyBitSet(Register left, Register right, String label) {
        return jumpIf(BITS_64, Condition.ANY_BIT_SET, left, right, label);
    }

    default Assembler jumpIfAnyBitSet(Register left, long right, String label) {
        return jumpIf(BITS_64, Condition.ANY_BIT_SET, left, right, label);
    }

    /// Jumps if `left & right` is not zero, the lower 32 bits of each.
    default Assembler jumpIfAnyBitSet32(Register left, Register right, String label) {
        return jumpIf(BITS_32, Condition.ANY_BIT_SET, left, right, label);
    }

    default Assembler jumpIfAnyBitSet32(Register left, long right, String label) {
        return jumpIf(BITS_32, Condition.ANY_BIT_SET, left, right, label);
    }

    /// Jumps on a comparison chosen at run time.
    default Assembler jumpIf(Width width, Condition condition, Register left, Register right, String label) {
        return self().emit(label, offset -> new Instruction.JumpIf(width, condition, left, right, offset));
    }

    /// Jumps on a comparison with a constant, chosen at run time.
    default Assembler jumpIf(Width width, Condition condition, Register left, long right, String label) {
        return self().emit(
                        label,
                        offset -> new Instruction.JumpIf(
                                width, condition, left, Immediate.of(right, width.bits()), offset));
    }

    private Assembler self() {
        return (Assembler) this;
    }
}
