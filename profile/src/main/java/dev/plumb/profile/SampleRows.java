package dev.plumb.profile;

import java.util.Arrays;

/// Rows of four numbers (task, labels, kernel stack, user stack), each kept once, with the values added up.
///
/// A row takes 16 bytes, its values 8 each and the index 8 at most, so a million samples stay at about 40 MB.
final class SampleRows {
    static final int COLUMNS = 4;

    private final int width;
    private int[] keys = new int[16 * COLUMNS];
    private long[] values;
    private int[] index = new int[32];
    private int size;

    SampleRows(int width) {
        this.width = width;
        this.values = new long[16 * width];
    }

    int size() {
        return size;
    }

    void add(int task, int labels, int kernel, int user, long[] added) {
        int row = find(task, labels, kernel, user);
        for (int i = 0; i < width; i++) {
            values[row * width + i] += added[i];
        }
    }

    int[] keys() {
        return Arrays.copyOf(keys, size * COLUMNS);
    }

    long[] values() {
        return Arrays.copyOf(values, size * width);
    }

    private int find(int task, int labels, int kernel, int user) {
        int mask = index.length - 1;
        int slot = hash(task, labels, kernel, user) & mask;
        while (index[slot] != 0) {
            int row = index[slot] - 1;
            int at = row * COLUMNS;
            if (keys[at] == task && keys[at + 1] == labels && keys[at + 2] == kernel && keys[at + 3] == user) {
                return row;
            }
            slot = (slot + 1) & mask;
        }
        index[slot] = size + 1;
        return append(task, labels, kernel, user);
    }

    private int append(int task, int labels, int kernel, int user) {
        int at = size * COLUMNS;
        if (at == keys.length) {
            keys = Arrays.copyOf(keys, keys.length * 2);
            values = Arrays.copyOf(values, values.length * 2);
        }
        keys[at] = task;
        keys[at + 1] = labels;
        keys[at + 2] = kernel;
        keys[at + 3] = user;
        size++;
        if (size * 2 > index.length) {
            reindex();
        }
        return size - 1;
    }

    private void reindex() {
        index = new int[index.length * 2];
        int mask = index.length - 1;
        for (int row = 0; row < size; row++) {
            int at = row * COLUMNS;
            int slot = hash(keys[at], keys[at + 1], keys[at + 2], keys[at + 3]) & mask;
            while (index[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            index[slot] = row + 1;
        }
    }

    private static int hash(int task, int labels, int kernel, int user) {
        int mixed = ((task * 31 + labels) * 0x9E3779B1 + kernel) * 0x85EBCA6B + user;
        mixed *= 0x9E3779B1;
        return mixed ^ mixed >>> 15;
    }
}
