package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.internal.sys.LinkCalls;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// Many places of one file for one program.
///
/// A program made by [dev.plumb.ebpf.load.ProgramSpec#uprobeMulti] is attached to all of them in one step (Linux 6.6);
/// one made by [dev.plumb.ebpf.load.ProgramSpec#kprobe] gets a uprobe for each.
///
/// @param cookies one number for each place, or none
/// @param pid the process to watch, or -1 for all
public record UprobeMulti(Path file, List<Long> offsets, List<Long> cookies, boolean returning, int pid) {
    public UprobeMulti {
        offsets = List.copyOf(offsets);
        cookies = List.copyOf(cookies);
        if (offsets.isEmpty()) {
            throw new IllegalArgumentException("no place in " + file + " to attach to");
        }
        if (!cookies.isEmpty() && cookies.size() != offsets.size()) {
            throw new IllegalArgumentException(cookies.size() + " cookies for " + offsets.size() + " places");
        }
    }

    public static UprobeMulti of(Path file, List<Long> offsets) {
        return new UprobeMulti(file, offsets, List.of(), false, -1);
    }

    public UprobeMulti onReturn() {
        return new UprobeMulti(file, offsets, cookies, true, pid);
    }

    public UprobeMulti ofPid(int newPid) {
        return new UprobeMulti(file, offsets, cookies, returning, newPid);
    }

    public UprobeMulti withCookies(List<Long> newCookies) {
        return new UprobeMulti(file, offsets, newCookies, returning, pid);
    }

    public Link attach(BpfProgram program) {
        return program.spec().attachType() == AttachType.UPROBE_MULTI ? attachTogether(program) : attachEach(program);
    }

    private Link attachTogether(BpfProgram program) {
        String operation = "attach uprobe.multi to " + offsets.size() + " places of " + file;
        int fd = LinkCalls.uprobeMulti(
                program.fd(),
                file.toString(),
                offsets.stream().mapToLong(Long::longValue).toArray(),
                cookies.stream().mapToLong(Long::longValue).toArray(),
                returning,
                Math.max(0, pid));
        Errno errno = Errno.of(Math.min(fd, 0));
        if (errno == Errno.ENOTSUP || errno == Errno.ENOTSUPP) {
            throw new UnsupportedFeatureException(operation, "uprobe.multi", "6.6", errno, null);
        }
        if (fd < 0) {
            throw new BpfException(operation, errno, null);
        }
        return new BpfLink("uprobe.multi", fd);
    }

    private Link attachEach(BpfProgram program) {
        return LinkGroup.attachAll(
                IntStream.range(0, offsets.size()).boxed().toList(),
                i -> new Uprobe(file, offsets.get(i), returning, pid, cookies.isEmpty() ? 0 : cookies.get(i))
                        .attach(program));
    }
}
