package dev.plumb.profile.analysis;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Stacks by value.
///
/// @param total the value of the whole profile, for percentages
/// @param rows the stacks, greatest value first
public record StackTable(long total, List<StackRow> rows) {

    public static StackTable of(Profile profile, int valueIndex) {
        Map<Key, long[]> sums = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            Key key = new Key(sample.pid(), sample.comm(), sample.labels(), sample.kernelStack(), sample.userStack());
            long[] sum = sums.computeIfAbsent(key, k -> new long[2]);
            sum[0] += sample.value(valueIndex);
            sum[1] += profile.count(sample);
        }
        List<StackRow> rows = new ArrayList<>(sums.size());
        sums.forEach((key, sum) -> rows.add(key.row(sum[0], sum[1])));
        rows.sort(Comparator.comparingLong(StackRow::value)
                .reversed()
                .thenComparing(StackRow::id)
                .thenComparingInt(StackRow::pid));
        return new StackTable(profile.total(valueIndex), List.copyOf(rows));
    }

    /// The greatest stack with this id.
    public Optional<StackRow> find(String id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    private record Key(int pid, String comm, Map<String, String> labels, Stack kernelStack, Stack userStack) {
        StackRow row(long value, long count) {
            return new StackRow(id(), pid, comm, labels, kernelStack, userStack, value, count);
        }

        /// Hashes names, not addresses: those move from run to run.
        private String id() {
            int hash = hash(userStack, hash(kernelStack, comm.hashCode()));
            return HexFormat.of().toHexDigits(hash);
        }

        private static int hash(Stack stack, int seed) {
            int hash = seed;
            for (Frame frame : stack.frames()) {
                hash = (hash * 31 + frame.name().hashCode()) * 31
                        + frame.module().hashCode();
            }
            return hash * 31 + stack.depth();
        }
    }
}
