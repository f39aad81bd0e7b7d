package dev.plumb.ebpf;

/// Where `struct pt_regs` has a function's arguments and result, as test programs read them.
public final class Arguments {
    private static final int[] X86_64 = {112, 104, 96, 88, 72, 64};

    private Arguments() {}

    /// The offset of an argument, counted from 0.
    public static int argument(int index) {
        return switch (Architecture.current()) {
            case X86_64 -> X86_64[index];
            case AARCH64 -> 8 * index;
        };
    }

    public static int result() {
        return switch (Architecture.current()) {
            case X86_64 -> 80;
            case AARCH64 -> 0;
        };
    }
}
