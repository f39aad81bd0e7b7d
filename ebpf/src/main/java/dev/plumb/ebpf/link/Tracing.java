package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.internal.sys.LinkCalls;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import org.jspecify.annotations.Nullable;

/// Attaches tracing programs (`tp_btf`, fentry, fexit) to the function or tracepoint they were loaded for.
public final class Tracing {
    private Tracing() {}

    public static Link attach(BpfProgram program) {
        return attach(program, 0);
    }

    /// Attaches with a number the program reads with `bpf_get_attach_cookie`; needs Linux 6.0 unless 0.
    public static Link attach(BpfProgram program, long cookie) {
        AttachType type = program.spec().attachType();
        String operation = "attach " + type + " " + program.spec().target();
        int fd = cookie == 0
                ? LinkCalls.rawTracepoint(program.fd(), null, 0)
                : LinkCalls.tracing(program.fd(), type.number(), cookie);
        if (fd < 0) {
            throw explain(operation, type, Errno.of(fd));
        }
        return new BpfLink(type == AttachType.TP_BTF ? "tp_btf" : "BPF trampoline", fd);
    }

    private static BpfException explain(String operation, AttachType type, Errno errno) {
        if (type != AttachType.TP_BTF && (errno == Errno.ENOTSUPP || errno == Errno.ENOTSUP)) {
            return new UnsupportedFeatureException(operation, "fentry and fexit", null, errno, null);
        }
        return new BpfException(operation, errno, hint(errno));
    }

    private static @Nullable String hint(Errno errno) {
        return switch (errno) {
            case EBUSY -> "another tracer holds the function";
            case E2BIG -> "too many programs are attached to this function already";
            default -> null;
        };
    }
}
