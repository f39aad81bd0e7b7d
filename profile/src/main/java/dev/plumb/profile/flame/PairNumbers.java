package dev.plumb.profile.flame;

import java.util.Arrays;

/// Numbers pairs of ints in the order they are first seen: an open hash table without boxes, because a profile asks it
/// once for every frame of every sample.
final class PairNumbers {
    private long[] keys = new long[1024];
    private int[] numbers = new int[1024];
    private int size;

    PairNumbers() {
        Arrays.fill(numbers, -1);
    }

    /// The number of a pair; the one equal to the former [#size] if it is new.
    int number(int first, int second) {
        if (size * 2 > keys.length) {
            grow();
        }
        long key = (long) first << 32 | Integer.toUnsignedLong(second);
        int slot = slot(key);
        if (numbers[slot] < 0) {
            keys[slot] = key;
            numbers[slot] = size++;
        }
        return numbers[slot];
    }

    int size() {
        return size;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (numbers[slot] >= 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldNumbers = numbers;
        keys = new long[oldKeys.length * 2];
        numbers = new int[keys.length];
        Arrays.fill(numbers, -1);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldNumbers[i] >= 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }
}
