package dev.plumb.symbols;

import java.io.IOException;
import java.io.InputStream;

/// Reads a perf map, which compilers write to tell profilers about their code: a line a function.
///
/// ```
/// 7f3d5c000100 1a0 java.lang.String::hashCode      start and size, hexadecimal, with or without 0x; the rest is the
/// name
/// ```
final class PerfMapReader {
    private static final int MAX_LINE = 1 << 14;

    private final JitTable.Builder table = new JitTable.Builder();

    private PerfMapReader() {}

    /// Reads all whole lines, up to a number of bytes; those that make no sense are passed over.
    static JitTable read(InputStream in, long maxBytes) throws IOException {
        PerfMapReader reader = new PerfMapReader();
        byte[] buffer = new byte[1 << 16];
        int held = 0;
        long total = 0;
        boolean dropping = false;
        boolean room = true;
        int got;
        while (room && total < maxBytes && (got = in.read(buffer, held, buffer.length - held)) > 0) {
            total += got;
            int end = held + got;
            int start = 0;
            for (int i = held; i < end && room; i++) {
                if (buffer[i] == '\n') {
                    room = dropping || reader.line(buffer, start, i);
                    dropping = false;
                    start = i + 1;
                }
            }
            held = end - start;
            if (held > MAX_LINE || dropping) {
                dropping = true; // Too long for a line: drop it to its end.
                held = 0;
            }
            System.arraycopy(buffer, start, buffer, 0, held);
        }
        return reader.table.build();
    }

    private int at;

    private boolean line(byte[] line, int from, int end) {
        at = from;
        long start = number(line, end);
        int afterStart = at;
        long size = afterStart < end && line[afterStart] == ' ' ? numberAfterSpace(line, end) : -1;
        if (afterStart == from || size < 0 || at >= end || line[at] != ' ' || at + 1 >= end) {
            return true;
        }
        int nameEnd = line[end - 1] == '\r' ? end - 1 : end;
        for (int i = at + 1; i < nameEnd; i++) {
            if (line[i] == 0) {
                return true; // Binary, not a name.
            }
        }
        return table.add(start, size, line, at + 1, Math.max(nameEnd, at + 1));
    }

    private long numberAfterSpace(byte[] line, int end) {
        int from = ++at;
        long value = number(line, end);
        return at == from ? -1 : value;
    }

    /// A hexadecimal number; leaves the position where it was if there is none or it is too long.
    private long number(byte[] line, int end) {
        int from = at;
        if (at + 1 < end && line[at] == '0' && (line[at + 1] == 'x' || line[at + 1] == 'X')) {
            at += 2;
        }
        int first = at;
        long value = 0;
        for (int digit; at < end && (digit = Character.digit(line[at], 16)) >= 0; at++) {
            value = value << 4 | digit;
        }
        if (at == first || at > first + 16) {
            at = from;
        }
        return value;
    }
}
