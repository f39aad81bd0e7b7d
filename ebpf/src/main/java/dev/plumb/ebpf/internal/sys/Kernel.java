package dev.plumb.ebpf.internal.sys;

import dev.plumb.ebpf.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The remaining system calls, each with its kernel name; a negative result is `-errno`.
public final class Kernel {
    private Kernel() {}

    /// `bpf(2)`. The kernel may write into `attr`.
    public static int bpf(int command, MemorySegment attr) {
        return (int) Syscall.BPF.call(command, attr.address(), attr.byteSize());
    }

    public static int perfEventOpen(MemorySegment attr, int pid, int cpu, int groupFd, long flags) {
        return (int) Syscall.PERF_EVENT_OPEN.call(attr.address(), pid, cpu, groupFd, flags, 0);
    }

    public static int ioctl(Descriptor descriptor, long request, long argument) {
        return (int) Syscall.IOCTL.call(descriptor.number(), request, argument);
    }

    public static int ioctl(Descriptor descriptor, long request, MemorySegment argument) {
        return (int) Syscall.IOCTL.call(descriptor.number(), request, argument.address());
    }

    public static int gettid() {
        return (int) Syscall.GETTID.call(0);
    }

    /// Mounts a file system nowhere: it is reached through `/proc/self/fd/N` and goes with the descriptor, whatever
    /// happens to the process. Needs Linux 5.2 and CAP_SYS_ADMIN.
    public static int detachedMount(String type) {
        int create = 6;
        int closeOnExec = 1;
        try (Arena arena = Arena.ofConfined()) {
            int context = (int) Syscall.FSOPEN.call(arena.allocateFrom(type).address(), closeOnExec, 0);
            if (context < 0) {
                return context;
            }
            try (Descriptor descriptor = Descriptor.of(type, context)) {
                int result = (int) Syscall.FSCONFIG.call(descriptor.number(), create, 0);
                return result < 0 ? result : (int) Syscall.FSMOUNT.call(descriptor.number(), closeOnExec, 0);
            }
        }
    }

    /// Raises the limit of locked memory as far as it goes. Kernels before 5.11 charge maps and programs to it
    /// (commit d5299b67dd59); later ones do not, so a refusal is not an error.
    public static Errno raiseLockedMemoryLimit() {
        int resource = 8;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limit = arena.allocate(16, 8);
            limit.set(ValueLayout.JAVA_LONG, 0, -1L);
            limit.set(ValueLayout.JAVA_LONG, 8, -1L);
            return Errno.of((int) Syscall.SETRLIMIT.call(resource, limit.address(), 0));
        }
    }
}
