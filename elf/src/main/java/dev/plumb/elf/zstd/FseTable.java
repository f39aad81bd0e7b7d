package dev.plumb.elf.zstd;

/// A table of finite state entropy: for each state a symbol, and how to get to the next state.
final class FseTable {
    private final int accuracy;
    private final byte[] symbols;
    private final byte[] bits;
    private final short[] bases;

    /// Builds the table from how often each symbol occurs, out of 2 to the power of the accuracy; -1 is less than
    /// once.
    FseTable(int[] frequencies, int count, int accuracy) {
        this.accuracy = accuracy;
        int size = 1 << accuracy;
        symbols = new byte[size];
        bits = new byte[size];
        bases = new short[size];
        int[] next = new int[count];
        int high = size;
        for (int s = 0; s < count; s++) {
            if (frequencies[s] == -1) {
                symbols[--high] = (byte) s;
                next[s] = 1;
            }
        }
        int step = (size >> 1) + (size >> 3) + 3;
        int position = 0;
        for (int s = 0; s < count; s++) {
            for (int i = 0; i < frequencies[s]; i++) {
                symbols[position] = (byte) s;
                do {
                    position = (position + step) & (size - 1);
                } while (position >= high);
            }
            next[s] = Math.max(next[s], frequencies[s]);
        }
        for (int i = 0; i < size; i++) {
            int n = next[symbols[i] & 0xff]++;
            bits[i] = (byte) (accuracy - (31 - Integer.numberOfLeadingZeros(n)));
            bases[i] = (short) ((n << bits[i]) - size);
        }
    }

    private FseTable(int symbol) {
        accuracy = 0;
        symbols = new byte[] {(byte) symbol};
        bits = new byte[1];
        bases = new short[1];
    }

    /// A table that knows one symbol and takes no bits.
    static FseTable constant(int symbol) {
        return new FseTable(symbol);
    }

    int firstState(BackwardBits in) {
        return (int) in.read(accuracy);
    }

    int symbol(int state) {
        return symbols[state] & 0xff;
    }

    int nextState(int state, BackwardBits in) {
        return (bases[state] & 0xffff) + (int) in.read(bits[state]);
    }
}
