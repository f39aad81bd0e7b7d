package dev.plumb.profile.flame;

import java.util.Arrays;

/// Samples added up by node, thread and labels, kept by column and without an object for each: there may be millions.
final class SampleColumns {
    private final PairNumbers owners = new PairNumbers();
    private final IntList ownerTask = new IntList();
    private final IntList ownerLabels = new IntList();
    private final PairNumbers rows = new PairNumbers();
    private final IntList node = new IntList();
    private final IntList owner = new IntList();
    private final double[][] columns;

    SampleColumns(int columns) {
        this.columns = new double[columns][64];
    }

    /// The row of a node, a thread and a set of labels.
    int row(int nodeNumber, int task, int labels) {
        int who = owners.number(task, labels);
        if (who == ownerTask.size()) {
            ownerTask.add(task);
            ownerLabels.add(labels);
        }
        int row = rows.number(nodeNumber, who);
        if (row == node.size()) {
            node.add(nodeNumber);
            owner.add(who);
            if (row == columns[0].length) {
                Arrays.setAll(columns, c -> Arrays.copyOf(columns[c], row * 2));
            }
        }
        return row;
    }

    void add(int column, int row, double value) {
        columns[column][row] += value;
    }

    int size() {
        return node.size();
    }

    int node(int row) {
        return node.at(row);
    }

    int task(int row) {
        return ownerTask.at(owner.at(row));
    }

    int labels(int row) {
        return ownerLabels.at(owner.at(row));
    }

    double[] column(int column) {
        return Arrays.copyOf(columns[column], size());
    }
}
