package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.time.Instant;

/// A profile as single events, for formats whose readers count events.
///
/// A profile knows how often a stack was seen, not when: the events get times spread evenly over its duration. Above a
/// bound, a sample stays one event and only its value tells how much it stands for.
final class Events {
    private static final long MOST = 10_000_000;

    private final Profile profile;
    private final boolean single;
    private final long total;

    Events(Profile profile) {
        this.profile = profile;
        long sum = 0;
        for (Sample sample : profile.samples()) {
            sum = Math.min(MOST + 1, sum + Math.max(1, Math.min(MOST + 1, profile.count(sample))));
        }
        this.single = sum > MOST;
        this.total = single ? profile.samples().size() : sum;
    }

    /// How many events there are in all.
    long total() {
        return total;
    }

    /// How many events a sample is.
    long of(Sample sample) {
        return single ? 1 : Math.max(1, profile.count(sample));
    }

    /// The part of a value that belongs to one of a sample's events; the parts add up to the value.
    static long part(long value, long events, long event) {
        return value / events + (event < value % events ? 1 : 0);
    }

    /// The nanoseconds after the start at which an event is placed.
    long nanos(long event) {
        return (long) ((double) profile.duration().toNanos() * event / Math.max(1, total));
    }

    Instant time(long event) {
        return profile.start().plusNanos(nanos(event));
    }
}
