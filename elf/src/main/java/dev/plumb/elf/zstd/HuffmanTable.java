package dev.plumb.elf.zstd;

/// A Huffman code for literals: for each run of bits of the longest code's length, the symbol and its own length.
final class HuffmanTable {
    private static final int MAX_BITS = 11;
    private static final int MAX_SYMBOLS = 256;

    private final byte[] symbols;
    private final byte[] lengths;
    private final int maxBits;
    private final int end;

    /// Reads the description of a code.
    HuffmanTable(byte[] bytes, int start, int limit) {
        int[] weights = new int[MAX_SYMBOLS];
        int header = bytes[start] & 0xff;
        int count;
        if (header >= 128) {
            count = header - 127;
            end = start + 1 + (count + 1) / 2;
            for (int i = 0; i < count; i++) {
                int pair = bytes[start + 1 + i / 2];
                weights[i] = (i & 1) == 0 ? (pair >> 4) & 0xf : pair & 0xf;
            }
        } else {
            end = start + 1 + header;
            count = compressedWeights(bytes, start + 1, end, weights);
        }
        if (end > limit) {
            throw new IndexOutOfBoundsException("a Huffman table beyond its block");
        }
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] == 0 ? 0 : 1 << (weights[i] - 1);
        }
        maxBits = 32 - Integer.numberOfLeadingZeros(sum);
        int left = (1 << maxBits) - sum;
        if (sum == 0 || maxBits > MAX_BITS || Integer.bitCount(left) != 1) {
            throw new IndexOutOfBoundsException("a Huffman table that does not add up");
        }
        weights[count] = 32 - Integer.numberOfLeadingZeros(left);
        symbols = new byte[1 << maxBits];
        lengths = new byte[1 << maxBits];
        fill(weights, count + 1);
    }

    private void fill(int[] weights, int count) {
        int at = 0;
        for (int weight = 1; weight <= maxBits; weight++) {
            for (int symbol = 0; symbol < count; symbol++) {
                for (int i = 0; weights[symbol] == weight && i < 1 << (weight - 1); i++) {
                    symbols[at] = (byte) symbol;
                    lengths[at++] = (byte) (maxBits + 1 - weight);
                }
            }
        }
    }

    private static int compressedWeights(byte[] bytes, int start, int end, int[] weights) {
        FseReader reader = new FseReader(bytes, start, end);
        FseTable table = reader.read(6, 16);
        BackwardBits in = new BackwardBits(bytes, reader.position(), end);
        int[] states = {table.firstState(in), table.firstState(in)};
        int count = 0;
        for (int turn = 0; ; turn ^= 1) {
            weights[count++] = table.symbol(states[turn]);
            states[turn] = table.nextState(states[turn], in);
            if (in.remaining() < 0) {
                weights[count++] = table.symbol(states[turn ^ 1]);
                return count;
            }
        }
    }

    /// Where the description ended.
    int end() {
        return end;
    }

    /// Decodes one stream of literals.
    void decode(byte[] bytes, int start, int streamEnd, byte[] out, int from, int to) {
        BackwardBits in = new BackwardBits(bytes, start, streamEnd);
        for (int i = from; i < to; i++) {
            int code = in.peek(maxBits);
            out[i] = symbols[code];
            in.skip(lengths[code]);
        }
        if (in.remaining() != 0) {
            throw new IndexOutOfBoundsException("literals that do not add up");
        }
    }
}
