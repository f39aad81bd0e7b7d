package dev.plumb.ebpf.map;

/// The kinds of maps the library makes, with the kernel's number and the Linux version that brought each.
public enum MapType {
    HASH(1, "3.19"),
    ARRAY(2, "3.19"),
    PROG_ARRAY(3, "4.2"),
    PERF_EVENT_ARRAY(4, "4.3"),
    PERCPU_HASH(5, "4.6"),
    PERCPU_ARRAY(6, "4.6"),
    STACK_TRACE(7, "4.6"),
    CGROUP_ARRAY(8, "4.8"),
    LRU_HASH(9, "4.10"),
    LRU_PERCPU_HASH(10, "4.10"),
    LPM_TRIE(11, "4.11"),
    ARRAY_OF_MAPS(12, "4.12"),
    HASH_OF_MAPS(13, "4.12"),
    QUEUE(22, "4.20"),
    STACK(23, "4.20"),
    RINGBUF(27, "5.8"),
    BLOOM_FILTER(30, "5.16");

    private final int number;
    private final String since;

    MapType(int number, String since) {
        this.number = number;
        this.since = since;
    }

    /// The kernel's number, `BPF_MAP_TYPE_*`.
    public int number() {
        return number;
    }

    /// The Linux version that brought it.
    public String since() {
        return since;
    }

    /// Whether a value is kept for each possible CPU.
    public boolean isPerCpu() {
        return this == PERCPU_HASH || this == PERCPU_ARRAY || this == LRU_PERCPU_HASH;
    }

    /// Whether elements have no key: a value is pushed and popped.
    public boolean isKeyless() {
        return this == QUEUE || this == STACK || this == BLOOM_FILTER;
    }

    boolean isArray() {
        return this == ARRAY || this == PERCPU_ARRAY;
    }

    boolean isHash() {
        return this == HASH || this == PERCPU_HASH || this == LRU_HASH || this == LRU_PERCPU_HASH;
    }

    /// The type of a kernel number, or null for one the library does not make.
    static @org.jspecify.annotations.Nullable MapType of(int number) {
        for (MapType type : values()) {
            if (type.number == number) {
                return type;
            }
        }
        return null;
    }
}
