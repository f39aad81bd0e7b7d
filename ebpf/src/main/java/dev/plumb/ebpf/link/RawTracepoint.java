package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.LinkCalls;
import dev.plumb.ebpf.load.BpfProgram;

/// A tracepoint with its arguments as the kernel passes them. Needs no tracefs.
public record RawTracepoint(String name) {
    public static RawTracepoint of(String name) {
        return new RawTracepoint(name);
    }

    /// Attaches a program of type RAW_TRACEPOINT.
    public Link attach(BpfProgram program) {
        int fd = LinkCalls.rawTracepoint(program.fd(), name, 0);
        if (fd < 0) {
            Errno errno = Errno.of(fd);
            String hint = errno == Errno.ENOENT
                    ? "the kernel has no tracepoint '" + name + "': `plumb list 'rawtp:*'` shows what it has"
                    : null;
            throw new BpfException("attach raw tracepoint " + name, errno, hint);
        }
        return new BpfLink("raw tracepoint", fd);
    }
}
