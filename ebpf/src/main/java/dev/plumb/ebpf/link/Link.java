package dev.plumb.ebpf.link;

/// A program attached to a hook. Closing it detaches; so does the end of the process, however it ends.
public sealed interface Link extends AutoCloseable permits BpfLink, PerfLink, LinkGroup {
    /// How it is attached, such as `kprobe PMU with BPF link`.
    String means();

    @Override
    void close();
}
