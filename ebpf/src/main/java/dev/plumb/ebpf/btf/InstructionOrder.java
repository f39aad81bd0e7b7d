package dev.plumb.ebpf.btf;

/// The kernel's rule for records about instructions: they start at 0 and ascend.
final class InstructionOrder {
    private InstructionOrder() {}

    /// Checks one record against the one before it, or against -1 if it is the first.
    static void check(String what, int previous, int instruction) {
        if (previous < 0 ? instruction != 0 : instruction <= previous) {
            throw new IllegalArgumentException(what + ": instruction " + instruction
                    + (previous < 0 ? " comes first; the kernel wants 0" : " follows " + previous));
        }
    }
}
