package dev.plumb.profile;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/// The samples of a profile as columns of numbers; a [Sample] is made when it is asked for.
final class SampleList extends AbstractList<Sample> implements RandomAccess {
    private final List<Task> tasks;
    private final List<Map<String, String>> labelSets;
    private final List<Stack> stacks;
    private final int[] keys;
    private final long[] values;
    private final int width;

    SampleList(
            List<Task> tasks,
            List<Map<String, String>> labelSets,
            List<Stack> stacks,
            int[] keys,
            long[] values,
            int width) {
        this.tasks = tasks;
        this.labelSets = labelSets;
        this.stacks = stacks;
        this.keys = keys;
        this.values = values;
        this.width = width;
    }

    @Override
    public Sample get(int row) {
        int at = row * SampleRows.COLUMNS;
        long[] own = new long[width];
        System.arraycopy(values, row * width, own, 0, width);
        return new Sample(
                tasks.get(keys[at]),
                labelSets.get(keys[at + 1]),
                stacks.get(keys[at + 2]),
                stacks.get(keys[at + 3]),
                own);
    }

    @Override
    public int size() {
        return keys.length / SampleRows.COLUMNS;
    }

    List<Stack> stacks() {
        return stacks;
    }

    List<Task> tasks() {
        return tasks;
    }

    long total(int index) {
        long sum = 0;
        for (int at = index; at < values.length; at += width) {
            sum += values[at];
        }
        return sum;
    }

    /// How many different pairs of stacks there are, those without any frame left out.
    int distinctStacks() {
        SampleRows pairs = new SampleRows(0);
        long[] nothing = {};
        for (int at = 0; at < keys.length; at += SampleRows.COLUMNS) {
            if (!stacks.get(keys[at + 2]).isEmpty() || !stacks.get(keys[at + 3]).isEmpty()) {
                pairs.add(0, 0, keys[at + 2], keys[at + 3], nothing);
            }
        }
        return pairs.size();
    }
}
