package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads lines of UTF-8 text, none longer than a bound.
final class LineReader {
    private static final int MAX_LINE = 16 << 20;

    private final InputStream in;
    private byte[] line = new byte[1024];
    private long number;

    LineReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /// The number of the line that was read last, from 1.
    long number() {
        return number;
    }

    /// The next line without its end, or null after the last.
    @Nullable
    String next() throws IOException {
        int c = in.read();
        if (c < 0) {
            return null;
        }
        number++;
        int used = 0;
        for (; c >= 0 && c != '\n'; c = in.read()) {
            if (used == MAX_LINE) {
                throw new FormatException("line " + number + " has more than " + MAX_LINE + " bytes");
            }
            if (used == line.length) {
                line = Arrays.copyOf(line, used * 2);
            }
            line[used++] = (byte) c;
        }
        if (used > 0 && line[used - 1] == '\r') {
            used--;
        }
        return new String(line, 0, used, StandardCharsets.UTF_8);
    }
}
