package dev.plumb.ebpf.load;

/// What a program will be attached to, where the kernel wants to know when it is loaded.
public enum AttachType {
    NONE(0),
    TP_BTF(23),
    FENTRY(24),
    FEXIT(25),
    KPROBE_MULTI(42),
    UPROBE_MULTI(48);

    private final int number;

    AttachType(int number) {
        this.number = number;
    }

    /// The kernel's number, `BPF_TRACE_*`.
    public int number() {
        return number;
    }
}
