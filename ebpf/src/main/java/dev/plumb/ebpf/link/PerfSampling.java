package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.load.BpfProgram;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Runs a program of type PERF_EVENT at a frequency, or each so many events, on chosen CPUs.
///
/// @param rate samples a second if `byFrequency`, else events (cycles, or nanoseconds of the CPU clock) between samples
/// @param pid the process or thread to sample, or -1 for all
/// @param cpus the CPUs to sample; empty for all that are online
/// @param inherit with a pid: sample the children it will have, too
/// @param source which counter to sample on
public record PerfSampling(
        long rate, boolean byFrequency, int pid, List<Integer> cpus, boolean inherit, Source source) {
    /// What counts the time between samples.
    public enum Source {
        /// Hardware cycles where the machine has them, else the CPU clock.
        BEST,
        /// Hardware cycles alone; virtual machines often have none.
        HARDWARE,
        /// The kernel's CPU clock, a timer: everywhere.
        SOFTWARE
    }

    public PerfSampling {
        cpus = List.copyOf(cpus);
        if (rate <= 0) {
            throw new IllegalArgumentException("sampling rate=" + rate + ": must be positive");
        }
    }

    /// Samples everything on every CPU so many times a second.
    public static PerfSampling hertz(long frequency) {
        return new PerfSampling(frequency, true, -1, List.of(), false, Source.BEST);
    }

    /// Samples everything on every CPU once each so many events of the source.
    public static PerfSampling every(long events, Source source) {
        return new PerfSampling(events, false, -1, List.of(), false, source);
    }

    /// Only one process or thread.
    public PerfSampling ofPid(int newPid) {
        return new PerfSampling(rate, byFrequency, newPid, cpus, inherit, source);
    }

    public PerfSampling onCpus(List<Integer> newCpus) {
        return new PerfSampling(rate, byFrequency, pid, newCpus, inherit, source);
    }

    public PerfSampling with(Source newSource) {
        return new PerfSampling(rate, byFrequency, pid, cpus, inherit, newSource);
    }

    /// Attaches the program to one perf event a CPU. A CPU that goes offline meanwhile is left out; for CPUs that come
    /// later, see [CpuWatch].
    public LinkGroup attach(BpfProgram program) {
        List<Integer> targets =
                cpus.isEmpty() ? IntStream.of(Cpus.online()).boxed().toList() : cpus;
        List<Link> links = new ArrayList<>();
        try {
            for (int cpu : targets) {
                attachCpu(program, cpu).ifPresent(links::add);
            }
        } catch (RuntimeException e) {
            links.forEach(Link::close);
            throw e;
        }
        if (links.isEmpty()) {
            throw new BpfException(operation(), Errno.ENODEV, "none of the CPUs " + targets + " is online", null);
        }
        return LinkGroup.of(links);
    }

    /// Empty if the CPU is not online.
    Optional<Link> attachCpu(BpfProgram program, int cpu) {
        int fd = -Errno.ENODEV.number();
        for (PerfCalls.Event event : candidates()) {
            fd = PerfCalls.open(event, pid, cpu);
            if (fd >= 0) {
                String means = event.type() == PerfCalls.TYPE_HARDWARE ? "cpu-cycles" : "cpu-clock";
                return Optional.of(PerfLink.attach(operation(), means, program, fd, 0));
            }
        }
        if (IntStream.of(Cpus.online()).noneMatch(online -> online == cpu)) {
            return Optional.empty();
        }
        throw explain(Errno.of(fd));
    }

    private List<PerfCalls.Event> candidates() {
        PerfCalls.Event hardware = event(PerfCalls.TYPE_HARDWARE, PerfCalls.HARDWARE_CPU_CYCLES);
        PerfCalls.Event software = event(PerfCalls.TYPE_SOFTWARE, PerfCalls.SOFTWARE_CPU_CLOCK);
        return switch (source) {
            case BEST -> List.of(hardware, software);
            case HARDWARE -> List.of(hardware);
            case SOFTWARE -> List.of(software);
        };
    }

    private PerfCalls.Event event(int type, long config) {
        return new PerfCalls.Event(type, config, rate, byFrequency, 0, inherit, 0);
    }

    private BpfException explain(Errno errno) {
        String hint = switch (errno) {
            case EACCES, EPERM -> Capability.hint(EnumSet.of(Capability.CAP_PERFMON));
            case ESRCH -> "process " + pid + " does not exist";
            case ENOENT, ENOTSUP -> "this machine has no hardware counters; use the software clock";
            case EINVAL -> "the rate may be over kernel.perf_event_max_sample_rate";
            default -> null;
        };
        return new BpfException(operation(), errno, hint);
    }

    private String operation() {
        return "sample " + (byFrequency ? "at " + rate + " Hz" : "each " + rate + " events");
    }
}
