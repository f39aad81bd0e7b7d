package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.LinkCalls;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.load.BpfProgram;
import org.jspecify.annotations.Nullable;

/// A program attached to a perf event: by a BPF link where the kernel has those for perf events (5.15), else by the
/// event's own control.
public final class PerfLink implements Link {
    private final Descriptor event;
    private final @Nullable Descriptor link;
    private final String means;

    private PerfLink(Descriptor event, @Nullable Descriptor link, String means) {
        this.event = event;
        this.link = link;
        this.means = means;
    }

    /// Attaches a program to an open perf event, which it takes over, and starts the event.
    static PerfLink attach(String operation, String means, BpfProgram program, int eventFd, long cookie) {
        Descriptor event = Descriptor.of(operation, eventFd);
        try {
            int linkFd = LinkCalls.perfEvent(program.fd(), eventFd, cookie);
            Descriptor link = linkFd < 0 ? null : Descriptor.of("link", linkFd);
            if (link == null) {
                setProgram(operation, program, event, cookie);
            }
            int result = PerfCalls.enable(event);
            if (result < 0) {
                throw new BpfException(operation, Errno.of(result), null);
            }
            return new PerfLink(event, link, means + (link == null ? " with ioctl" : " with BPF link"));
        } catch (RuntimeException e) {
            event.close();
            throw e;
        }
    }

    private static void setProgram(String operation, BpfProgram program, Descriptor event, long cookie) {
        if (cookie != 0) {
            throw new UnsupportedFeatureException(operation, "attach cookies", "5.15", Errno.EINVAL, null);
        }
        int result = PerfCalls.setProgram(event, program.fd());
        if (result < 0) {
            String hint = switch (Errno.of(result)) {
                case EINVAL -> "the program's type is " + program.spec().type() + ": does it fit this hook?";
                case EACCES -> "the program reads beyond the end of the tracepoint's record";
                default -> null;
            };
            throw new BpfException(operation, Errno.of(result), hint);
        }
    }

    @Override
    public String means() {
        return means;
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
        if (event.isOpen()) {
            PerfCalls.disable(event);
        }
        event.close();
    }
}
