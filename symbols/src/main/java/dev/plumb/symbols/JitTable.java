package dev.plumb.symbols;

import dev.plumb.elf.AddressOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Functions compiled at run time, by address. Where they overlap, the one that was added last is the one that is
/// there now, and only what is left of the others is kept.
final class JitTable {
    static final JitTable EMPTY = new Builder().build();

    private final long[] starts;
    private final long[] ends;
    /// The start of the whole function; differs from the start of the piece if another one was put over its
    /// beginning.
    private final long[] origins;

    private final int[] names;
    private final byte[] text;

    private JitTable(long[] starts, long[] ends, long[] origins, int[] names, byte[] text) {
        this.starts = starts;
        this.ends = ends;
        this.origins = origins;
        this.names = names;
        this.text = text;
    }

    int count() {
        return starts.length;
    }

    /// The row of the function around an address, or -1.
    int find(long address) {
        int row = AddressOrder.floor(starts, starts.length, address);
        return row >= 0 && Long.compareUnsigned(address, ends[row]) < 0 ? row : -1;
    }

    long start(int row) {
        return origins[row];
    }

    String name(int row) {
        int end = names[row];
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return new String(text, names[row], end - names[row], StandardCharsets.UTF_8);
    }

    long heapBytes() {
        return 28L * starts.length + text.length;
    }

    /// Collects functions in the order they were compiled.
    static final class Builder {
        /// A process with more compiled functions than this is not a real one.
        private static final int MAX_FUNCTIONS = 1 << 21;

        private static final int MAX_TEXT = 1 << 28;

        private long[] starts = new long[1024];
        private long[] ends = new long[1024];
        private int[] names = new int[1024];
        private int count;
        private byte[] text = new byte[1 << 15];
        private int textSize;

        /// Adds a function; one that is empty or wraps around is passed over. Returns whether there was room.
        boolean add(long start, long size, byte[] name, int from, int to) {
            int length = to - from;
            if (count == MAX_FUNCTIONS || textSize + length + 1 > MAX_TEXT) {
                return false;
            }
            if (size <= 0 || Long.compareUnsigned(start + size, start) <= 0) {
                return true;
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
                ends = Arrays.copyOf(ends, count * 2);
                names = Arrays.copyOf(names, count * 2);
            }
            if (textSize + length + 1 > text.length) {
                text = Arrays.copyOf(text, Math.max(text.length * 2, textSize + length + 1));
            }
            System.arraycopy(name, from, text, textSize, length);
            starts[count] = start;
            ends[count] = start + size;
            names[count++] = textSize;
            textSize += length + 1;
            return true;
        }

        JitTable build() {
            int[] order = AddressOrder.of(starts, count);
            for (int i = 1; i < count; i++) {
                if (Long.compareUnsigned(ends[order[i - 1]], starts[order[i]]) > 0) {
                    return painted();
                }
            }
            long[] sortedStarts = new long[count];
            long[] sortedEnds = new long[count];
            int[] sortedNames = new int[count];
            for (int i = 0; i < count; i++) {
                sortedStarts[i] = starts[order[i]];
                sortedEnds[i] = ends[order[i]];
                sortedNames[i] = names[order[i]];
            }
            return new JitTable(sortedStarts, sortedEnds, sortedStarts, sortedNames, Arrays.copyOf(text, textSize));
        }

        private record Piece(long end, int row) {}

        /// Puts the functions over one another in their order.
        private JitTable painted() {
            NavigableMap<Long, Piece> pieces = new TreeMap<>(Long::compareUnsigned);
            for (int row = 0; row < count; row++) {
                paint(pieces, row);
            }
            long[] pieceStarts = new long[pieces.size()];
            long[] pieceEnds = new long[pieces.size()];
            long[] pieceOrigins = new long[pieces.size()];
            int[] pieceNames = new int[pieces.size()];
            int i = 0;
            for (Map.Entry<Long, Piece> piece : pieces.entrySet()) {
                pieceStarts[i] = piece.getKey();
                pieceEnds[i] = piece.getValue().end();
                pieceOrigins[i] = starts[piece.getValue().row()];
                pieceNames[i++] = names[piece.getValue().row()];
            }
            return new JitTable(pieceStarts, pieceEnds, pieceOrigins, pieceNames, Arrays.copyOf(text, textSize));
        }

        private void paint(NavigableMap<Long, Piece> pieces, int row) {
            long start = starts[row];
            long end = ends[row];
            Map.Entry<Long, Piece> before = pieces.lowerEntry(start);
            if (before != null && Long.compareUnsigned(before.getValue().end(), start) > 0) {
                Piece whole = before.getValue();
                pieces.put(before.getKey(), new Piece(start, whole.row()));
                if (Long.compareUnsigned(whole.end(), end) > 0) {
                    pieces.put(end, whole);
                }
            }
            Map.Entry<Long, Piece> covered = pieces.ceilingEntry(start);
            while (covered != null && Long.compareUnsigned(covered.getKey(), end) < 0) {
                pieces.remove(covered.getKey());
                if (Long.compareUnsigned(covered.getValue().end(), end) > 0) {
                    pieces.put(end, covered.getValue());
                }
                covered = pieces.ceilingEntry(covered.getKey());
            }
            pieces.put(start, new Piece(end, row));
        }
    }
}
