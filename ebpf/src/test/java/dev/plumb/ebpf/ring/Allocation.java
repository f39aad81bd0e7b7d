package dev.plumb.ebpf.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/// Measures what the current thread allocates.
final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 30;

    private Allocation() {}

    /// Prepares and runs an action some times to load and compile it, then once more, in which it must allocate
    /// nothing.
    static void assertNone(Supplier<Runnable> prepare) {
        for (int i = 0; i < WARM_UP; i++) {
            prepare.get().run();
        }
        Runnable action = prepare.get();
        long thread = Thread.currentThread().threadId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        long overhead = THREADS.getThreadAllocatedBytes(thread) - before;
        before = THREADS.getThreadAllocatedBytes(thread);
        action.run();
        long allocated = THREADS.getThreadAllocatedBytes(thread) - before - overhead;
        assertThat(allocated).isZero();
    }
}
