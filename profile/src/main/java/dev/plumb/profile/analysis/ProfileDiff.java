package dev.plumb.profile.analysis;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What changed between two profiles.
///
/// Samples are matched by process name, labels and the names in their stacks: process ids, thread ids and addresses
/// differ from run to run and say nothing.
///
/// @param profile both profiles as one: value 0 is `before`, value 1 is `after`
/// @param functions the functions of both, the greatest change of self value first
public record ProfileDiff(Profile profile, List<Row> functions) {
    public static final int BEFORE = 0;
    public static final int AFTER = 1;

    /// One function before and after.
    public record Row(Function function, long selfBefore, long selfAfter, long totalBefore, long totalAfter) {
        public long selfChange() {
            return selfAfter - selfBefore;
        }

        public long totalChange() {
            return totalAfter - totalBefore;
        }
    }

    /// Compares the main values, which must have the same unit.
    public static ProfileDiff of(Profile before, Profile after) {
        ValueType first = before.valueTypes().get(before.mainIndex());
        ValueType second = after.valueTypes().get(after.mainIndex());
        if (!first.unit().equals(second.unit())) {
            throw new IllegalArgumentException(
                    "compare profiles: units differ: before=" + first.unit() + " after=" + second.unit());
        }
        List<ValueType> types = List.of(new ValueType("before", first.unit()), new ValueType("after", second.unit()));
        ProfileBuilder builder = new ProfileBuilder(after.tool(), types)
                .start(after.start())
                .duration(after.duration())
                .host(after.host())
                .loss(before.loss())
                .loss(after.loss());
        Map<Stack, Stack> bare = new HashMap<>();
        for (Sample sample : before.samples()) {
            add(builder, bare, sample, sample.value(before.mainIndex()), 0);
        }
        for (Sample sample : after.samples()) {
            add(builder, bare, sample, 0, sample.value(after.mainIndex()));
        }
        Profile both = builder.build();
        return new ProfileDiff(both, rows(both));
    }

    private static void add(ProfileBuilder builder, Map<Stack, Stack> bare, Sample sample, long before, long after) {
        builder.add(
                new Task(0, 0, sample.comm(), ""),
                sample.labels(),
                bare.computeIfAbsent(sample.kernelStack(), ProfileDiff::bare),
                bare.computeIfAbsent(sample.userStack(), ProfileDiff::bare),
                before,
                after);
    }

    private static Stack bare(Stack stack) {
        List<Frame> frames = new ArrayList<>(stack.depth());
        for (Frame frame : stack.frames()) {
            frames.add(new Frame(0, frame.name(), 0, frame.module(), frame.file(), 0, frame.inlined(), frame.kind()));
        }
        return Stack.of(frames, stack.error());
    }

    private static List<Row> rows(Profile both) {
        Map<Function, FunctionRow> after = new HashMap<>();
        FunctionTable.of(both, AFTER).rows().forEach(row -> after.put(row.function(), row));
        List<Row> rows = new ArrayList<>();
        for (FunctionRow row : FunctionTable.of(both, BEFORE).rows()) {
            @Nullable FunctionRow later = after.get(row.function());
            rows.add(new Row(
                    row.function(),
                    row.self(),
                    later == null ? 0 : later.self(),
                    row.total(),
                    later == null ? 0 : later.total()));
        }
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.selfChange()))
                .thenComparingLong(row -> Math.abs(row.totalChange()))
                .reversed()
                .thenComparing(row -> row.function().name()));
        return List.copyOf(rows);
    }
}
