package dev.plumb.cli;

import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A line on a terminal that says how far a recording is.
final class Progress {
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private long lastSecond = -1;

    Progress(PrintWriter err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    void show(long passedNanos, @Nullable Duration length, long samples) {
        long second = passedNanos / 1_000_000_000L;
        if (shown && second != lastSecond) {
            lastSecond = second;
            String of = length == null ? "" : " of " + DurationConverter.shown(length);
            err.print(ERASE + second + of + ", " + samples + " samples (Ctrl-C ends and reports)");
            err.flush();
        }
    }

    void clear() {
        if (shown && lastSecond >= 0) {
            err.print(ERASE);
            err.flush();
            lastSecond = -1;
        }
    }
}
