package dev.plumb.tools.cpu;

import dev.plumb.ebpf.link.CpuWatch;
import dev.plumb.ebpf.link.PerfSampling;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.program.Program;
import dev.plumb.profile.ValueType;
import dev.plumb.tools.FollowChildren;
import dev.plumb.tools.Measure;
import dev.plumb.tools.OpenParts;
import dev.plumb.tools.Privileges;
import dev.plumb.tools.Recording;
import dev.plumb.tools.StackCapture;
import dev.plumb.tools.StackStore;
import dev.plumb.tools.TaskFilter;
import java.util.List;
import java.util.Map;

/// Samples the stacks of running tasks on every CPU. Idle CPUs are not sampled.
public final class CpuProfiler {
    public static final String TOOL = "cpu";
    private static final long SECOND_NANOS = 1_000_000_000L;

    private CpuProfiler() {}

    /// Starts sampling.
    public static Recording start(CpuOptions options) {
        Privileges.require("sample CPU time");
        OpenParts open = new OpenParts();
        try {
            StackStore store = open.add(StackStore.create(options.stacks(), StackCapture.framePointers()));
            Sampling sampling = attach(options, store, open.add(new OpenParts()));
            return new Recording(
                    TOOL, measure(options.hertz()), options.perThread(), List.of(Map.of()), store, sampling);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private static Sampling attach(CpuOptions options, StackStore store, OpenParts parts) {
        TaskFilter filter = parts.add(TaskFilter.create(options.target()));
        Program program = Program.perfEvent("plumb_cpu", p -> {
            p.exitIf(p.tid().eq(0)); // the idle task
            filter.apply(p);
            store.count(p, p.constant(0), 0, p.constant(0));
        });
        BpfProgram loaded = parts.add(program.load());
        if (options.followChildren()) {
            parts.add(FollowChildren.of(filter));
        }
        CpuWatch watch = parts.add(CpuWatch.attach(PerfSampling.hertz(options.hertz()), loaded));
        return new Sampling(watch, parts);
    }

    private static Measure measure(int hertz) {
        return new Measure(List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu")), (count, sum) ->
                new long[] {count, count * SECOND_NANOS / hertz});
    }

    /// The perf events and programs.
    private record Sampling(CpuWatch watch, OpenParts parts) implements Recording.Attachment {
        @Override
        public String means() {
            return watch.means();
        }

        @Override
        public void refresh() {
            watch.refresh();
        }

        @Override
        public void close() {
            parts.close();
        }
    }
}
