package dev.plumb.ebpf.map;

/// Whether an update may create, may replace, or both.
public enum UpdateMode {
    ANY,
    NO_EXIST,
    EXIST;

    long flag() {
        return ordinal();
    }
}
