package dev.plumb.ebpf.internal.sys;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Waits for many descriptors at once. One thread may wait while others call [#wake()].
///
/// ```
/// struct epoll_event      x86-64: packed, 12 bytes     aarch64: 16 bytes
///   u32 events            at 0                         at 0
///   u64 data              at 4                         at 8
/// ```
public final class Epoll implements AutoCloseable {
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLLIN = 1;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int EFD_CLOEXEC = 0x80000;
    private static final int MAX_EVENTS = 64;
    private static final long WAKE = -1;

    private static final ValueLayout.OfLong UNALIGNED_LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int EVENT_SIZE = Architecture.current() == Architecture.X86_64 ? 12 : 16;
    private static final int DATA_OFFSET = Architecture.current() == Architecture.X86_64 ? 4 : 8;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment events = arena.allocate((long) EVENT_SIZE * MAX_EVENTS, 8);
    private final MemorySegment counter = arena.allocate(8, 8);
    private final Descriptor epoll;
    private final Descriptor wake;

    public Epoll() {
        epoll = Descriptor.of("epoll", check("epoll_create", Syscall.EPOLL_CREATE1.call(EFD_CLOEXEC)));
        wake = Descriptor.of("eventfd", check("eventfd", Syscall.EVENTFD2.call(0, EFD_NONBLOCK | EFD_CLOEXEC, 0)));
        add(wake, WAKE);
    }

    /// Adds a descriptor; `token` comes back from [#ready(int)] when it is readable.
    public void add(Descriptor descriptor, long token) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment event = scratch.allocate(EVENT_SIZE, 8);
            event.set(ValueLayout.JAVA_INT, 0, EPOLLIN);
            event.set(UNALIGNED_LONG, DATA_OFFSET, token);
            check(
                    "epoll_ctl",
                    Syscall.EPOLL_CTL.call(epoll.number(), EPOLL_CTL_ADD, descriptor.number(), event.address(), 0, 0));
        }
    }

    /// Waits at most `timeoutMillis` (for ever if negative) and returns how many descriptors are ready; an interrupted
    /// wait counts as none.
    public int await(int timeoutMillis) {
        long ready = Syscall.EPOLL_PWAIT.call(epoll.number(), events.address(), MAX_EVENTS, timeoutMillis, 0, 0);
        if (ready == -Errno.EINTR.number()) {
            return 0;
        }
        int count = check("epoll_wait", ready);
        for (int i = 0; i < count; i++) {
            if (ready(i) == WAKE) {
                Syscall.READ.call(wake.number(), counter.address(), 8);
            }
        }
        return count;
    }

    /// The token of the i-th ready descriptor of the last wait; negative for a [#wake()].
    public long ready(int i) {
        return events.get(UNALIGNED_LONG, (long) i * EVENT_SIZE + DATA_OFFSET);
    }

    /// Ends the current or next wait early. May be called from any thread.
    public void wake() {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment one = scratch.allocate(8, 8);
            one.set(ValueLayout.JAVA_LONG, 0, 1L);
            Syscall.WRITE.call(wake.number(), one.address(), 8);
        }
    }

    private static int check(String operation, long result) {
        if (result < 0) {
            throw new BpfException(operation, Errno.of((int) result), null);
        }
        return (int) result;
    }

    @Override
    public void close() {
        wake.close();
        epoll.close();
        arena.close();
    }
}
