package dev.plumb.ebpf.ring;

import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Epoll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Reads many rings on one thread: waits until one has records, or the deadline.
///
/// One thread polls; any thread may [#wake()] it. Nothing is allocated per record.
public final class RingWaiter implements AutoCloseable {
    private final Epoll epoll = new Epoll();
    private final List<RingSource> sources = new ArrayList<>();

    /// Waits for nothing yet: see [#add(RingSource)].
    public RingWaiter() {}

    /// Adds a ring to wait for.
    public void add(RingSource source) {
        source.register(this, sources.size());
        sources.add(source);
    }

    void add(Descriptor descriptor, int token) {
        epoll.add(descriptor, token);
    }

    /// Waits at most `timeout`, then hands out at most `limit` records of each ring. Returns how many; 0 after the
    /// timeout or a [#wake()].
    public int poll(RecordHandler handler, int limit, Duration timeout) {
        return pollNanos(handler, limit, timeout.toNanos());
    }

    /// As [#poll(RecordHandler, int, Duration)], for callers that count in nanoseconds.
    public int pollNanos(RecordHandler handler, int limit, long timeoutNanos) {
        int count = drain(handler, limit);
        if (count > 0) {
            return count;
        }
        long millis = Math.ceilDiv(timeoutNanos, 1_000_000L);
        epoll.await(Math.clamp(millis, 0, Integer.MAX_VALUE));
        return drain(handler, limit);
    }

    private int drain(RecordHandler handler, int limit) {
        int count = 0;
        for (int i = 0; i < sources.size(); i++) {
            count += sources.get(i).poll(handler, limit);
        }
        return count;
    }

    /// Ends the current or next wait early.
    public void wake() {
        epoll.wake();
    }

    @Override
    public void close() {
        epoll.close();
    }
}
