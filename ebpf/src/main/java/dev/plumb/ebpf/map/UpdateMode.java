package dev.plumb.ebpf.map;

/// Whether an update may create, may replace, or both.
public enum UpdateMode {
    ANY(0),
    NO_EXIST(1),
    EXIST(2);

    private final long flag;

    UpdateMode(long flag) {
        this.flag = flag;
    }

    /// The kernel's number, `BPF_ANY` and so on.
    public long flag() {
        return flag;
    }
}
