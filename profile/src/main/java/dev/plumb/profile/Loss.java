package dev.plumb.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What a profile does not show: the counters that travel with it into every output.
///
/// @param lost samples that were seen but not recorded
/// @param truncated stacks deeper than what was kept
/// @param collided stacks dropped because another one held their place
/// @param unknownFrames frames without a function name
/// @param rootReached user stacks that end in a thread's first function
/// @param rootChecked user stacks that were looked at for that
/// @param reasons the same by process and reason, sorted, one entry each
public record Loss(
        long lost,
        long truncated,
        long collided,
        long unknownFrames,
        long rootReached,
        long rootChecked,
        List<LossReason> reasons) {

    public static final Loss NONE = new Loss(0, 0, 0, 0, 0, 0, List.of());

    private static final Comparator<LossReason> ORDER =
            Comparator.comparingInt(LossReason::pid).thenComparing(LossReason::reason);

    public Loss {
        reasons = normalized(reasons);
    }

    public Loss withLost(long count) {
        return new Loss(count, truncated, collided, unknownFrames, rootReached, rootChecked, reasons);
    }

    public Loss withTruncated(long count) {
        return new Loss(lost, count, collided, unknownFrames, rootReached, rootChecked, reasons);
    }

    public Loss withCollided(long count) {
        return new Loss(lost, truncated, count, unknownFrames, rootReached, rootChecked, reasons);
    }

    public Loss withUnknownFrames(long count) {
        return new Loss(lost, truncated, collided, count, rootReached, rootChecked, reasons);
    }

    /// How many of the stacks looked at end in a thread's first function.
    public Loss withRoots(long reached, long checked) {
        return new Loss(lost, truncated, collided, unknownFrames, reached, checked, reasons);
    }

    public Loss withReasons(List<LossReason> others) {
        return new Loss(lost, truncated, collided, unknownFrames, rootReached, rootChecked, others);
    }

    public Loss plus(Loss other) {
        List<LossReason> both = new ArrayList<>(reasons);
        both.addAll(other.reasons);
        return new Loss(
                lost + other.lost,
                truncated + other.truncated,
                collided + other.collided,
                unknownFrames + other.unknownFrames,
                rootReached + other.rootReached,
                rootChecked + other.rootChecked,
                both);
    }

    /// The share of user stacks that reach a root, 0 if none was looked at.
    public double rootReachedPercent() {
        return rootChecked == 0 ? 0 : 100.0 * rootReached / rootChecked;
    }

    /// Whether every sample is there, whole and named.
    public boolean isNone() {
        return lost == 0 && truncated == 0 && collided == 0 && unknownFrames == 0 && reasons.isEmpty();
    }

    private static List<LossReason> normalized(List<LossReason> reasons) {
        List<LossReason> sorted = new ArrayList<>(reasons);
        sorted.sort(ORDER);
        List<LossReason> merged = new ArrayList<>(sorted.size());
        for (LossReason reason : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && ORDER.compare(merged.get(last), reason) == 0) {
                long count = merged.get(last).count() + reason.count();
                merged.set(last, new LossReason(reason.pid(), reason.reason(), count));
            } else {
                merged.add(reason);
            }
        }
        return List.copyOf(merged);
    }
}
