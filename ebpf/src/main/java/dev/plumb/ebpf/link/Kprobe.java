package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.load.BpfProgram;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/// A place in a kernel function, or its return.
///
/// @param offset bytes into the function; 0 for its entry
/// @param cookie a number the program reads with `bpf_get_attach_cookie`; needs Linux 5.15 unless 0
public record Kprobe(String function, long offset, boolean returning, long cookie) {
    /// The entry of a function.
    public static Kprobe of(String function) {
        return new Kprobe(function, 0, false, 0);
    }

    /// The return of a function.
    public static Kprobe returnOf(String function) {
        return new Kprobe(function, 0, true, 0);
    }

    public Kprobe at(long newOffset) {
        return new Kprobe(function, newOffset, returning, cookie);
    }

    public Kprobe withCookie(long newCookie) {
        return new Kprobe(function, offset, returning, newCookie);
    }

    /// Attaches a program of type KPROBE.
    public Link attach(BpfProgram program) {
        String operation = "attach " + this;
        ProbePmu pmu = ProbePmu.kprobe(operation);
        int fd = PerfCalls.openProbe(pmu.type(), pmu.config(returning), function, offset, -1, 0);
        if (fd < 0) {
            throw new BpfException(operation, Errno.of(fd), hint(Errno.of(fd)));
        }
        return PerfLink.attach(operation, "kprobe PMU", program, fd, cookie);
    }

    private @Nullable String hint(Errno errno) {
        return switch (errno) {
            case ENOENT -> "the kernel has no function '" + function + "' to probe, or has it inlined";
            case EINVAL ->
                offset == 0
                        ? "the function cannot be probed (it is marked notrace or nokprobe), or its name is ambiguous"
                        : "offset " + offset + " is not the start of an instruction of " + function;
            case EADDRNOTAVAIL -> "the name '" + function + "' stands for several functions";
            case EILSEQ -> "offset " + offset + " is not the start of an instruction of " + function;
            case EPERM, EACCES -> Capability.hint(EnumSet.of(Capability.CAP_PERFMON));
            default -> null;
        };
    }

    @Override
    public String toString() {
        return (returning ? "kretprobe " : "kprobe ") + function + (offset == 0 ? "" : "+" + offset);
    }
}
