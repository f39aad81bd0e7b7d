package dev.plumb.ebpf.internal.sys;

import dev.plumb.ebpf.Architecture;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The one door into the kernel: `syscall(2)` with up to six arguments, its error returned as `-errno`.
///
/// A pointer is passed as an address; the caller keeps its segment alive across the call. A call allocates some 40
/// bytes in code that only the first compiler has seen, none once the second has.
final class Syscall {
    static final Syscall BPF = new Syscall(321, 280);
    static final Syscall PERF_EVENT_OPEN = new Syscall(298, 241);
    static final Syscall CLOSE = new Syscall(3, 57);
    static final Syscall READ = new Syscall(0, 63);
    static final Syscall WRITE = new Syscall(1, 64);
    static final Syscall IOCTL = new Syscall(16, 29);
    static final Syscall MMAP = new Syscall(9, 222);
    static final Syscall MUNMAP = new Syscall(11, 215);
    static final Syscall EPOLL_CREATE1 = new Syscall(291, 20);
    static final Syscall EPOLL_CTL = new Syscall(233, 21);
    static final Syscall EPOLL_PWAIT = new Syscall(281, 22);
    static final Syscall EVENTFD2 = new Syscall(290, 19);
    static final Syscall FSOPEN = new Syscall(430, 430);
    static final Syscall FSCONFIG = new Syscall(431, 431);
    static final Syscall FSMOUNT = new Syscall(432, 432);
    static final Syscall SETRLIMIT = new Syscall(160, 164);
    static final Syscall GETTID = new Syscall(186, 178);

    private static final StructLayout CAPTURE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final ThreadLocal<MemorySegment> STATE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(CAPTURE));
    private static final MethodHandle HANDLE = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG),
                    Linker.Option.captureCallState("errno"),
                    Linker.Option.firstVariadicArg(1));

    private final long number;

    private Syscall(int x86, int aarch64) {
        number = switch (Architecture.current()) {
            case X86_64 -> x86;
            case AARCH64 -> aarch64;
        };
    }

    long call(long a) {
        return call(a, 0, 0, 0, 0, 0);
    }

    long call(long a, long b, long c) {
        return call(a, b, c, 0, 0, 0);
    }

    long call(long a, long b, long c, long d, long e, long f) {
        MemorySegment state = STATE.get();
        try {
            long result = (long) HANDLE.invokeExact(state, number, a, b, c, d, e, f);
            return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
        } catch (Throwable e2) {
            throw new AssertionError("system call " + number, e2);
        }
    }
}
