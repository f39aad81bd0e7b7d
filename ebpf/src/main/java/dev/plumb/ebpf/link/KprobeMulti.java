package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.internal.sys.LinkCalls;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import java.util.List;
import java.util.stream.IntStream;

/// Many kernel functions for one program.
///
/// A program made by [dev.plumb.ebpf.load.ProgramSpec#kprobeMulti] is attached to all of them in one step (Linux 5.18
/// with CONFIG_FPROBE); one made by [dev.plumb.ebpf.load.ProgramSpec#kprobe] gets a kprobe for each.
///
/// @param cookies one number for each function, or none
public record KprobeMulti(List<String> functions, List<Long> cookies, boolean returning) {
    public KprobeMulti {
        functions = List.copyOf(functions);
        cookies = List.copyOf(cookies);
        if (functions.isEmpty()) {
            throw new IllegalArgumentException("no kernel function to attach to");
        }
        if (!cookies.isEmpty() && cookies.size() != functions.size()) {
            throw new IllegalArgumentException(cookies.size() + " cookies for " + functions.size() + " functions");
        }
    }

    /// The entries of the given functions.
    public static KprobeMulti of(List<String> functions) {
        return new KprobeMulti(functions, List.of(), false);
    }

    /// The entries of all functions that match a glob such as `vfs_*`.
    public static KprobeMulti glob(String glob) {
        List<String> functions = KernelFunctions.matching(glob);
        if (functions.isEmpty()) {
            throw new BpfException(
                    "attach kprobe " + glob, Errno.ENOENT, "no kernel function that can be probed matches", null);
        }
        return of(functions);
    }

    public KprobeMulti onReturn() {
        return new KprobeMulti(functions, cookies, true);
    }

    /// Numbers the program reads with `bpf_get_attach_cookie`, in the order of the functions.
    public KprobeMulti withCookies(List<Long> newCookies) {
        return new KprobeMulti(functions, newCookies, returning);
    }

    public Link attach(BpfProgram program) {
        return program.spec().attachType() == AttachType.KPROBE_MULTI ? attachTogether(program) : attachEach(program);
    }

    private Link attachTogether(BpfProgram program) {
        String operation = "attach kprobe.multi to " + functions.size() + " functions";
        int fd = LinkCalls.kprobeMulti(
                program.fd(),
                functions.toArray(String[]::new),
                cookies.stream().mapToLong(Long::longValue).toArray(),
                returning);
        Errno errno = Errno.of(Math.min(fd, 0));
        if (errno == Errno.ENOTSUP || errno == Errno.ENOTSUPP) {
            throw new UnsupportedFeatureException(operation, "kprobe.multi (CONFIG_FPROBE)", null, errno, null);
        }
        if (fd < 0) {
            throw new BpfException(operation, errno, "each function must exist once and be traceable");
        }
        return new BpfLink("kprobe.multi", fd);
    }

    private Link attachEach(BpfProgram program) {
        return LinkGroup.attachAll(
                IntStream.range(0, functions.size()).boxed().toList(),
                i -> new Kprobe(functions.get(i), 0, returning, cookies.isEmpty() ? 0 : cookies.get(i))
                        .attach(program));
    }
}
