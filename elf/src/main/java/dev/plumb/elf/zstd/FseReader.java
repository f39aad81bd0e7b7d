package dev.plumb.elf.zstd;

/// Reads the description of an [FseTable]: bits from the front, the first one lowest.
final class FseReader {
    private final byte[] bytes;
    private final int end;
    private long bit;
    private int position;

    FseReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.end = end;
        this.bit = start * 8L;
    }

    /// Where the description ended, after [#read].
    int position() {
        return position;
    }

    FseTable read(int maxAccuracy, int maxSymbols) {
        int accuracy = bits(4) + 5;
        if (accuracy > maxAccuracy) {
            throw new IndexOutOfBoundsException("an entropy table of accuracy " + accuracy);
        }
        int[] frequencies = new int[maxSymbols];
        int remaining = 1 << accuracy;
        int symbol = 0;
        while (remaining > 0) {
            int frequency = frequency(remaining);
            remaining -= Math.abs(frequency);
            frequencies[symbol++] = frequency;
            if (frequency == 0) {
                int repeat;
                do {
                    repeat = bits(2);
                    symbol += repeat;
                } while (repeat == 3);
            }
        }
        if (remaining < 0 || symbol > maxSymbols) {
            throw new IndexOutOfBoundsException("an entropy table that does not add up");
        }
        position = (int) ((bit + 7) / 8);
        if (position > end) {
            throw new IndexOutOfBoundsException("an entropy table beyond its block");
        }
        return new FseTable(frequencies, symbol, accuracy);
    }

    /// A number up to `remaining` + 1, stored in one bit less where that is enough, minus one.
    private int frequency(int remaining) {
        int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
        int value = bits(width);
        int lowMask = (1 << (width - 1)) - 1;
        int threshold = (1 << width) - 1 - (remaining + 1);
        if ((value & lowMask) < threshold) {
            bit--;
            value &= lowMask;
        } else if (value > lowMask) {
            value -= threshold;
        }
        return value - 1;
    }

    private int bits(int count) {
        int value = 0;
        for (int i = 0; i < count; i++, bit++) {
            int at = (int) (bit >>> 3);
            if (at >= end) {
                continue; // Zero bits behind the end; whether that was too far is checked at the end.
            }
            value |= ((bytes[at] >>> (bit & 7)) & 1) << i;
        }
        return value;
    }
}
