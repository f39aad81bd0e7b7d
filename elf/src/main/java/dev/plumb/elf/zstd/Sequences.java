package dev.plumb.elf.zstd;

import org.jspecify.annotations.Nullable;

/// The codes of sequences, and their tables, which later blocks may use again.
final class Sequences {
    private static final int[] LITERAL_BASES = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512,
        1024, 2048, 4096, 8192, 16384, 32768, 65536
    };
    private static final int[] LITERAL_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16
    };
    private static final int[] MATCH_BASES = {
        3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
        33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539
    };
    private static final int[] MATCH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2,
        2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    };
    private static final int[] DEFAULT_LITERALS = {
        4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1
    };
    private static final int[] DEFAULT_MATCHES = {
        1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
    };
    private static final int[] DEFAULT_OFFSETS = {
        1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1
    };
    private static final int MAX_OFFSET_CODE = 31;

    private @Nullable FseTable literals;
    private @Nullable FseTable offsets;
    private @Nullable FseTable matches;
    private final int[] recent = {1, 4, 8};

    /// Decodes the sequences of a block and puts its literals and matches into the output.
    void run(byte[] bytes, int start, int end, byte[] text, int textSize, Output out) {
        int at = start;
        int count = bytes[at++] & 0xff;
        if (count >= 255) {
            count = (bytes[at] & 0xff) + ((bytes[at + 1] & 0xff) << 8) + 0x7f00;
            at += 2;
        } else if (count >= 128) {
            count = ((count - 128) << 8) + (bytes[at++] & 0xff);
        }
        if (count == 0) {
            out.append(text, 0, textSize);
            return;
        }
        int modes = bytes[at++] & 0xff;
        Position position = new Position(at);
        literals = table(modes >> 6, bytes, position, end, DEFAULT_LITERALS, 6, 9, 36, literals);
        offsets = table((modes >> 4) & 3, bytes, position, end, DEFAULT_OFFSETS, 5, 8, 32, offsets);
        matches = table((modes >> 2) & 3, bytes, position, end, DEFAULT_MATCHES, 6, 9, 53, matches);
        int used = execute(
                new BackwardBits(bytes, position.at, end), count, literals, offsets, matches, text, textSize, out);
        out.append(text, used, textSize - used);
    }

    /// Returns how many literals were used.
    private int execute(
            BackwardBits in,
            int count,
            FseTable literalTable,
            FseTable offsetTable,
            FseTable matchTable,
            byte[] text,
            int textSize,
            Output out) {
        int literal = literalTable.firstState(in);
        int offset = offsetTable.firstState(in);
        int match = matchTable.firstState(in);
        int used = 0;
        for (int i = 0; i < count; i++) {
            int offsetCode = offsetTable.symbol(offset);
            if (offsetCode > MAX_OFFSET_CODE) {
                throw new IndexOutOfBoundsException("an offset beyond the format");
            }
            long offsetValue = (1L << offsetCode) + in.read(offsetCode);
            int matchCode = matchTable.symbol(match);
            int matchLength = MATCH_BASES[matchCode] + (int) in.read(MATCH_BITS[matchCode]);
            int literalCode = literalTable.symbol(literal);
            int literalLength = LITERAL_BASES[literalCode] + (int) in.read(LITERAL_BITS[literalCode]);
            if (literalLength > textSize - used) {
                throw new IndexOutOfBoundsException("a sequence with more literals than there are");
            }
            out.append(text, used, literalLength);
            used += literalLength;
            out.repeat(distance(offsetValue, literalLength), matchLength);
            if (i + 1 < count) {
                literal = literalTable.nextState(literal, in);
                match = matchTable.nextState(match, in);
                offset = offsetTable.nextState(offset, in);
            }
        }
        if (in.remaining() != 0) {
            throw new IndexOutOfBoundsException("sequences that do not add up");
        }
        return used;
    }

    /// The distance of a match: given, or one of the three used last.
    private int distance(long value, int literalLength) {
        if (value > 3) {
            recent[2] = recent[1];
            recent[1] = recent[0];
            recent[0] = (int) Math.min(value - 3, Integer.MAX_VALUE);
            return recent[0];
        }
        int index = (int) value - 1 + (literalLength == 0 ? 1 : 0);
        if (index == 0) {
            return recent[0];
        }
        int chosen = index == 3 ? recent[0] - 1 : recent[index];
        if (index != 1) {
            recent[2] = recent[1];
        }
        recent[1] = recent[0];
        recent[0] = chosen;
        return chosen;
    }

    private static FseTable table(
            int mode,
            byte[] bytes,
            Position position,
            int end,
            int[] defaults,
            int defaultAccuracy,
            int maxAccuracy,
            int maxSymbols,
            @Nullable FseTable previous) {
        switch (mode) {
            case 0 -> {
                return new FseTable(defaults, defaults.length, defaultAccuracy);
            }
            case 1 -> {
                int symbol = bytes[position.at++] & 0xff;
                if (symbol >= maxSymbols) {
                    throw new IndexOutOfBoundsException("an unknown code");
                }
                return FseTable.constant(symbol);
            }
            case 2 -> {
                FseReader reader = new FseReader(bytes, position.at, end);
                FseTable table = reader.read(maxAccuracy, maxSymbols);
                position.at = reader.position();
                return table;
            }
            default -> {
                if (previous == null) {
                    throw new IndexOutOfBoundsException("a table used again before its first use");
                }
                return previous;
            }
        }
    }

    private static final class Position {
        private int at;

        Position(int at) {
            this.at = at;
        }
    }
}
