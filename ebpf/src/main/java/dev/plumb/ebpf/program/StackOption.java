package dev.plumb.ebpf.program;

/// How the kernel takes a stack.
public enum StackOption {
    /// The user's stack instead of the kernel's.
    USER(1 << 8),
    /// In a map of stacks: compare by hash alone.
    FAST_COMPARE(1 << 9),
    /// In a map of stacks: a new stack replaces another with the same hash.
    REUSE(1 << 10);

    private final int flag;

    StackOption(int flag) {
        this.flag = flag;
    }

    static long flags(StackOption... options) {
        long flags = 0;
        for (StackOption option : options) {
            flags |= option.flag;
        }
        return flags;
    }
}
