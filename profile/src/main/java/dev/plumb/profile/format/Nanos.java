package dev.plumb.profile.format;

import java.time.Instant;

/// Times as nanoseconds since 1970, as several formats count them.
final class Nanos {
    private static final long PER_SECOND = 1_000_000_000L;
    private static final Instant EARLIEST = of(Long.MIN_VALUE);
    private static final Instant LATEST = of(Long.MAX_VALUE);

    private Nanos() {}

    /// The nanoseconds; a time that 64 bits cannot hold (before 1677, after 2262) becomes the nearest they can.
    static long of(Instant instant) {
        if (instant.isBefore(EARLIEST)) {
            return Long.MIN_VALUE;
        }
        return instant.isAfter(LATEST) ? Long.MAX_VALUE : instant.getEpochSecond() * PER_SECOND + instant.getNano();
    }

    static Instant of(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, PER_SECOND), Math.floorMod(nanos, PER_SECOND));
    }
}
