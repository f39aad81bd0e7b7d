package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.load.BpfProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;

/// A tracepoint whose record is laid out as tracefs describes it.
///
/// @param cookie a number the program reads with `bpf_get_attach_cookie`; needs Linux 5.15 unless 0
public record Tracepoint(String category, String name, long cookie) {
    public static Tracepoint of(String category, String name) {
        return new Tracepoint(category, name, 0);
    }

    public Tracepoint withCookie(long newCookie) {
        return new Tracepoint(category, name, newCookie);
    }

    /// Attaches a program of type TRACEPOINT, on all CPUs.
    public Link attach(BpfProgram program) {
        String operation = "attach tracepoint " + category + ":" + name;
        // One event on one CPU serves all: the program hangs on the tracepoint, not on the CPU.
        int fd = PerfCalls.open(PerfCalls.Event.tracepoint(id(operation)), -1, 0);
        if (fd < 0) {
            throw new BpfException(operation, Errno.of(fd), Capability.hint(EnumSet.of(Capability.CAP_PERFMON)));
        }
        return PerfLink.attach(operation, "tracepoint", program, fd, cookie);
    }

    private long id(String operation) {
        try (TraceFileSystem tracefs = TraceFileSystem.open()) {
            Path file = tracefs.path("events/" + category + "/" + name + "/id");
            return Long.parseLong(Files.readString(file).strip());
        } catch (NoSuchFileException e) {
            throw new BpfException(
                    operation,
                    Errno.ENOENT,
                    "the kernel has no such tracepoint",
                    "`plumb list '" + category + ":*'` shows what it has");
        } catch (IOException e) {
            throw new BpfException(
                    operation, Errno.EACCES, "read its id: " + e, "tracefs is for root alone by default");
        }
    }
}
