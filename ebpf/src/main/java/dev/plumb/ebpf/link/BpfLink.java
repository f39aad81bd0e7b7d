package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import java.nio.file.Path;

/// An attachment that the kernel itself holds as one object, a `bpf_link`.
public final class BpfLink implements Link {
    private final Descriptor descriptor;
    private final String means;

    BpfLink(String means, int fd) {
        this.descriptor = Descriptor.of("link", fd);
        this.means = means;
    }

    @Override
    public String means() {
        return means;
    }

    /// The link's number in the whole system.
    public int id() {
        ObjectCalls.LinkInfo info = ObjectCalls.linkInfo(descriptor.number());
        if (info.error() < 0) {
            throw new BpfException("query link", Errno.of(info.error()), null);
        }
        return info.id();
    }

    /// Keeps the program attached under a path of a BPF file system, beyond this process.
    public void pin(Path path) {
        int result = ObjectCalls.pin(descriptor.number(), path.toString());
        if (result < 0) {
            throw new BpfException("pin link at " + path, Errno.of(result), null);
        }
    }

    @Override
    public void close() {
        descriptor.close();
    }
}
