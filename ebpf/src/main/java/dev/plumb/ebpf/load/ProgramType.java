package dev.plumb.ebpf.load;

/// The kinds of programs the library loads, with the kernel's number and the Linux version that brought each.
public enum ProgramType {
    SOCKET_FILTER(1, "3.19"),
    KPROBE(2, "4.1"),
    TRACEPOINT(5, "4.7"),
    PERF_EVENT(7, "4.9"),
    RAW_TRACEPOINT(17, "4.17"),
    TRACING(26, "5.5"),
    SYSCALL(31, "5.14");

    private final int number;
    private final String since;

    ProgramType(int number, String since) {
        this.number = number;
        this.since = since;
    }

    /// The kernel's number, `BPF_PROG_TYPE_*`.
    public int number() {
        return number;
    }

    /// The Linux version that brought it.
    public String since() {
        return since;
    }
}
