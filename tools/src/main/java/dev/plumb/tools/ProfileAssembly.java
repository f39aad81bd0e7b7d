package dev.plumb.tools;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns raw samples into those of a profile: names, tasks, loss counters.
final class ProfileAssembly {
    /// Where threads begin; a user stack that ends in one of these is whole.
    private static final Set<String> ROOTS = Set.of(
            "_start",
            "__libc_start_main",
            "__libc_start_main_impl",
            "__libc_start_call_main",
            "start_thread",
            "thread_start",
            "clone",
            "clone3",
            "__clone",
            "__clone3");

    private final Symbolizer symbolizer;
    private final SeenProcesses processes;
    private final int maxDepth;
    private final boolean perThread;
    private final Measure measure;
    private final List<Map<String, String>> labels;
    private final Map<Integer, StackNames> userNames = new HashMap<>();
    private final List<LossReason> reasons = new ArrayList<>();
    private long truncated;
    private long unknownFrames;
    private long rootReached;
    private long rootChecked;

    ProfileAssembly(
            Symbolizer symbolizer,
            SeenProcesses processes,
            int maxDepth,
            boolean perThread,
            Measure measure,
            List<Map<String, String>> labels) {
        this.symbolizer = symbolizer;
        this.processes = processes;
        this.maxDepth = maxDepth;
        this.perThread = perThread;
        this.measure = measure;
        this.labels = labels;
    }

    void add(RawSamples samples, ProfileBuilder builder) {
        StackNames kernelNames = new StackNames(symbolizer, Source.kernel());
        samples.forEach((key, weight) -> {
            kernelNames.want(key.kernel());
            names(key.pid()).want(key.user());
        });
        samples.forEach((key, weight) -> {
            Stack kernel = kernelNames.name(key.kernel());
            Stack user = names(key.pid()).name(key.user());
            String comm = processes.comm(key);
            long[] values = measure.values(weight.count(), weight.sum());
            builder.add(task(key, comm), labels.get(key.label()), kernel, user, values);
            @Nullable ProcessFacts facts = processes.facts(key.pid(), comm);
            if (facts != null) {
                builder.process(facts);
            }
            countLoss(key, weight.count(), kernel, user);
        });
        if (samples.lost() > 0) {
            reasons.add(new LossReason(0, "sample: all slots were taken; see --stack-slots", samples.lost()));
        }
        builder.loss(new Loss(samples.lost(), truncated, 0, unknownFrames, rootReached, rootChecked, reasons));
    }

    private StackNames names(int pid) {
        return userNames.computeIfAbsent(pid, p -> new StackNames(symbolizer, processes.source(p)));
    }

    private Task task(RawSamples.Key key, String comm) {
        return perThread ? new Task(key.pid(), key.tid(), comm, key.comm()) : new Task(key.pid(), key.pid(), comm, "");
    }

    private void countLoss(RawSamples.Key key, long count, Stack kernel, Stack user) {
        countLoss(key.pid(), "kernel stack", key.kernel(), count, kernel);
        countLoss(key.pid(), "user stack", key.user(), count, user);
        if (!user.isEmpty()) {
            rootChecked += count;
            rootReached += ROOTS.contains(user.frames().getLast().symbol()) ? count : 0;
        }
    }

    private void countLoss(int pid, String what, RawStack raw, long count, Stack named) {
        if (raw.error() != 0) {
            reasons.add(new LossReason(pid, what + ": " + StackNames.explain(raw.error()), count));
        }
        if (raw.depth() >= maxDepth) {
            truncated += count;
        }
        unknownFrames +=
                count * named.frames().stream().filter(Frame::isUnknown).count();
    }
}
