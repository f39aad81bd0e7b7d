package dev.plumb.profile.analysis;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The callers and callees of one function.
///
/// Each sample counts once for each different caller and callee in it, so recursion does not inflate them.
///
/// @param self the value of samples whose leaf is the function
/// @param total the value of samples that have it anywhere
/// @param callers who calls it, greatest value first
/// @param callees whom it calls, greatest value first
public record Neighbours(Function function, long self, long total, List<Neighbour> callers, List<Neighbour> callees) {

    /// A caller or callee, and the value of the samples in which it is one.
    public record Neighbour(Function function, long value) {}

    public static Neighbours of(Profile profile, int valueIndex, Function function) {
        Map<Function, Long> callers = new HashMap<>();
        Map<Function, Long> callees = new HashMap<>();
        long self = 0;
        long total = 0;
        for (Sample sample : profile.samples()) {
            List<Frame> frames = sample.frames();
            long value = sample.value(valueIndex);
            if (addNeighbours(frames, function, value, callers, callees)) {
                total += value;
                self += isOf(frames.getFirst(), function) ? value : 0;
            }
        }
        return new Neighbours(function, self, total, sorted(callers), sorted(callees));
    }

    private static boolean addNeighbours(
            List<Frame> frames,
            Function function,
            long value,
            Map<Function, Long> callers,
            Map<Function, Long> callees) {
        Set<Function> above = new HashSet<>();
        Set<Function> below = new HashSet<>();
        boolean found = false;
        for (int i = 0; i < frames.size(); i++) {
            if (isOf(frames.get(i), function)) {
                found = true;
                if (i > 0) {
                    above.add(Function.of(frames.get(i - 1)));
                }
                if (i + 1 < frames.size()) {
                    below.add(Function.of(frames.get(i + 1)));
                }
            }
        }
        above.forEach(callee -> callees.merge(callee, value, Long::sum));
        below.forEach(caller -> callers.merge(caller, value, Long::sum));
        return found;
    }

    private static boolean isOf(Frame frame, Function function) {
        return frame.kind() == function.kind()
                && frame.module().equals(function.module())
                && frame.name().equals(function.name());
    }

    private static List<Neighbour> sorted(Map<Function, Long> values) {
        List<Neighbour> rows = new ArrayList<>();
        values.forEach((function, value) -> rows.add(new Neighbour(function, value)));
        rows.sort(Comparator.comparingLong(Neighbour::value)
                .reversed()
                .thenComparing(row -> row.function().name())
                .thenComparing(row -> row.function().module()));
        return List.copyOf(rows);
    }
}
