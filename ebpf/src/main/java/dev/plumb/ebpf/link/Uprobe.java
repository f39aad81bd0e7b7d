package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.load.BpfProgram;
import java.nio.file.Path;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/// A place in a program or library, or the return of the function there.
///
/// @param offset in the file, not in memory
/// @param pid the process to watch, or -1 for all, also those that start later
/// @param cookie a number the program reads with `bpf_get_attach_cookie`; needs Linux 5.15 unless 0
public record Uprobe(Path file, long offset, boolean returning, int pid, long cookie) {
    /// A place by its file offset.
    public static Uprobe at(Path file, long offset) {
        return new Uprobe(file, offset, false, -1, 0);
    }

    /// The entry of a function by its symbol.
    ///
    /// @throws BpfException if the file has no such function
    public static Uprobe of(Path file, String symbol) {
        return at(file, UserFunctions.offset(file, symbol));
    }

    public Uprobe onReturn() {
        return new Uprobe(file, offset, true, pid, cookie);
    }

    public Uprobe ofPid(int newPid) {
        return new Uprobe(file, offset, returning, newPid, cookie);
    }

    public Uprobe withCookie(long newCookie) {
        return new Uprobe(file, offset, returning, pid, newCookie);
    }

    /// Attaches a program of type KPROBE.
    public Link attach(BpfProgram program) {
        String operation = "attach " + this;
        ProbePmu pmu = ProbePmu.uprobe(operation);
        int cpu = pid == -1 ? 0 : -1;
        int fd = PerfCalls.openProbe(pmu.type(), pmu.config(returning), file.toString(), offset, pid, cpu);
        if (fd < 0) {
            throw new BpfException(operation, Errno.of(fd), hint(Errno.of(fd)));
        }
        return PerfLink.attach(operation, "uprobe PMU", program, fd, cookie);
    }

    private @Nullable String hint(Errno errno) {
        return switch (errno) {
            case ENOENT -> file + " does not exist";
            case EINVAL -> file + " is not a regular file, or the offset is outside of it";
            case ESRCH -> "process " + pid + " does not exist";
            case EPERM, EACCES -> Capability.hint(EnumSet.of(Capability.CAP_PERFMON, Capability.CAP_SYS_ADMIN));
            default -> null;
        };
    }

    @Override
    public String toString() {
        return (returning ? "uretprobe " : "uprobe ") + file + "+0x" + Long.toHexString(offset);
    }
}
