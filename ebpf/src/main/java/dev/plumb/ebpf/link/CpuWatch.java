package dev.plumb.ebpf.link;

import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.load.BpfProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Sampling on every CPU, also on those that come online later. One thread uses it.
public final class CpuWatch implements AutoCloseable {
    private final PerfSampling sampling;
    private final BpfProgram program;
    private final Map<Integer, Link> links = new HashMap<>();

    private CpuWatch(PerfSampling sampling, BpfProgram program) {
        this.sampling = sampling;
        this.program = program;
    }

    /// Starts sampling on all CPUs that are online.
    public static CpuWatch attach(PerfSampling sampling, BpfProgram program) {
        CpuWatch watch = new CpuWatch(sampling, program);
        try {
            watch.refresh();
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
        return watch;
    }

    /// Attaches to CPUs that have come and lets go of those that went; call it now and then. True if any changed.
    public boolean refresh() {
        return refresh(Cpus.online());
    }

    boolean refresh(int[] online) {
        Set<Integer> now = Arrays.stream(online).boxed().collect(Collectors.toSet());
        List<Integer> gone = new ArrayList<>(links.keySet());
        gone.removeAll(now);
        for (int cpu : gone) {
            Link link = links.remove(cpu);
            if (link != null) {
                link.close();
            }
        }
        boolean changed = !gone.isEmpty();
        for (int cpu : now) {
            if (!links.containsKey(cpu)) {
                var link = sampling.attachCpu(program, cpu);
                link.ifPresent(value -> links.put(cpu, value));
                changed |= link.isPresent();
            }
        }
        return changed;
    }

    /// The CPUs sampled now.
    public Set<Integer> cpus() {
        return Set.copyOf(links.keySet());
    }

    public String means() {
        return LinkGroup.of(List.copyOf(links.values())).means();
    }

    @Override
    public void close() {
        links.values().forEach(Link::close);
        links.clear();
    }
}
