package dev.plumb.ebpf.ring;

/// Something that records are read from.
public sealed interface RingSource permits RingBuffer, PerfBuffer {
    /// Hands out at most `limit` records that are there now, and returns how many. Allocates nothing.
    int poll(RecordHandler handler, int limit);

    /// Records the kernel says it dropped for want of space.
    long lost();

    /// Makes a waiter wake up when there is something to read.
    void register(RingWaiter waiter, int token);
}
