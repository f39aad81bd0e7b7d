package dev.plumb.elf.dwarf;

import dev.plumb.elf.AddressOrder;
import dev.plumb.elf.ElfException;
import java.util.Arrays;

/// Finds the innermost of nested address ranges, in logarithmic time: the ranges are cut into pieces that do not
/// overlap, each with the number of the last added range that covers it.
final class IntervalTable {
    private final long[] starts;
    private final int[] values;

    private IntervalTable(long[] starts, int[] values) {
        this.starts = starts;
        this.values = values;
    }

    /// The value of the innermost range around an address, or -1.
    int find(long address) {
        int row = AddressOrder.floor(starts, starts.length, address);
        return row < 0 ? -1 : values[row];
    }

    long heapBytes() {
        return 12L * starts.length + 64;
    }

    /// Collects ranges, outer ones before those inside them.
    static final class Builder {
        /// Only a damaged or hostile file has more; the largest unit seen has a hundredth of this.
        private static final int MAX_RANGES = 1 << 22;

        private long[] lows = new long[64];
        private long[] highs = new long[64];
        private int[] values = new int[64];
        private int count;
        private long[] pieceStarts = new long[64];
        private int[] pieceValues = new int[64];
        private int pieces;

        void add(long low, long high, int value) {
            if (Long.compareUnsigned(low, high) >= 0) {
                return;
            }
            if (count == lows.length) {
                if (count >= MAX_RANGES) {
                    throw new ElfException("damaged DWARF: too many address ranges");
                }
                lows = Arrays.copyOf(lows, count * 2);
                highs = Arrays.copyOf(highs, count * 2);
                values = Arrays.copyOf(values, count * 2);
            }
            lows[count] = low;
            highs[count] = high;
            values[count++] = value;
        }

        IntervalTable build() {
            int[] order = AddressOrder.of(lows, count);
            int[] open = new int[16];
            int depth = 0;
            for (int row : order) {
                depth = closeUpTo(lows[row], open, depth);
                piece(lows[row], values[row]);
                if (depth == open.length) {
                    open = Arrays.copyOf(open, depth * 2);
                }
                open[depth++] = row;
            }
            closeUpTo(-1, open, depth);
            return new IntervalTable(Arrays.copyOf(pieceStarts, pieces), Arrays.copyOf(pieceValues, pieces));
        }

        /// Ends the open ranges that do not reach an address; what is around each goes on where it ends.
        private int closeUpTo(long address, int[] open, int depth) {
            int left = depth;
            while (left > 0 && Long.compareUnsigned(highs[open[left - 1]], address) <= 0) {
                long end = highs[open[--left]];
                while (left > 0 && Long.compareUnsigned(highs[open[left - 1]], end) <= 0) {
                    left--;
                }
                piece(end, left == 0 ? -1 : values[open[left - 1]]);
            }
            return left;
        }

        private void piece(long start, int value) {
            if (pieces > 0 && pieceStarts[pieces - 1] == start) {
                pieceValues[pieces - 1] = value;
                return;
            }
            if (pieces == pieceStarts.length) {
                pieceStarts = Arrays.copyOf(pieceStarts, pieces * 2);
                pieceValues = Arrays.copyOf(pieceValues, pieces * 2);
            }
            pieceStarts[pieces] = start;
            pieceValues[pieces++] = value;
        }
    }
}
