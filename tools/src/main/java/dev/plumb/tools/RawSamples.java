package dev.plumb.tools;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/// Samples as the kernel counted them, before anything has a name. One thread uses it.
final class RawSamples {
    private final Map<Key, Weight> weights = new HashMap<>();
    private long count;
    private long lost;

    /// Who did what.
    ///
    /// @param comm the thread's name
    /// @param label the number of the tool's label
    record Key(int pid, int tid, String comm, int label, RawStack kernel, RawStack user) {}

    /// How often, and the sum of what was measured.
    record Weight(long count, long sum) {
        Weight plus(Weight other) {
            return new Weight(count + other.count, sum + other.sum);
        }
    }

    void add(Key key, Weight weight) {
        weights.merge(key, weight, Weight::plus);
        count += weight.count();
    }

    /// Counts samples that were seen but not kept.
    void addLost(long samples) {
        lost += samples;
    }

    long count() {
        return count;
    }

    long lost() {
        return lost;
    }

    void forEach(BiConsumer<Key, Weight> action) {
        weights.forEach(action);
    }

    void addAll(RawSamples others) {
        others.forEach(this::add);
        lost += others.lost;
    }
}
