package dev.plumb.ebpf.asm;

import org.jspecify.annotations.Nullable;

/// Finds accesses of the stack through `R10` itself that the kernel always refuses: outside its 512 bytes, or
/// misaligned.
final class StackCheck {
    private static final int STACK_BYTES = 512;

    private StackCheck() {}

    static void check(Code code) {
        for (int index = 0; index < code.instructions().size(); index++) {
            String reason = reason(code.instructions().get(index));
            if (reason != null) {
                throw code.complaint(index, reason);
            }
        }
    }

    private static @Nullable String reason(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Load load -> reason(load, load.base(), load.offset());
            case Instruction.LoadSigned load -> reason(load, load.base(), load.offset());
            case Instruction.LoadAcquire load -> reason(load, load.base(), load.offset());
            case Instruction.Store store -> reason(store, store.base(), store.offset());
            case Instruction.StoreRelease store -> reason(store, store.base(), store.offset());
            case Instruction.Atomic atomic -> reason(atomic, atomic.base(), atomic.offset());
            default -> null;
        };
    }

    private static @Nullable String reason(Instruction.Access access, Register base, int offset) {
        int bytes = access.size().bytes();
        if (base != Register.R10) {
            return null;
        }
        if (offset < -STACK_BYTES || offset + bytes > 0) {
            return "`" + Disassembler.text(access) + "` is outside the stack, the 512 bytes below r10";
        }
        return offset % bytes == 0
                ? null
                : "`" + Disassembler.text(access) + "` is misaligned; on the stack " + bytes
                        + " bytes go at a multiple of " + bytes;
    }
}
