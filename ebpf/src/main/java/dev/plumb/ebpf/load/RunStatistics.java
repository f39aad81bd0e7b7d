package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.ObjectCalls;

/// Run statistics of all programs, counted for as long as this is open. Needs Linux 5.8.
public final class RunStatistics implements AutoCloseable {
    private final Descriptor descriptor;

    private RunStatistics(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /// Turns them on.
    public static RunStatistics enable() {
        int fd = ObjectCalls.enableRunStatistics();
        if (fd < 0) {
            throw new BpfException("enable run statistics", Errno.of(fd), "needs Linux 5.8 and CAP_SYS_ADMIN");
        }
        return new RunStatistics(Descriptor.of("run statistics", fd));
    }

    @Override
    public void close() {
        descriptor.close();
    }
}
