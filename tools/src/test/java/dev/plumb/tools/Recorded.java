package dev.plumb.tools;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.util.function.Predicate;

/// Collects until there is enough, and reads shares from the result.
public final class Recorded {
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private Recorded() {}

    /// Records until there are so many samples, and ends the recording.
    public static Profile atLeast(long samples, Recording recording) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (recording.samples() < samples) {
            if (System.nanoTime() > end) {
                throw new AssertionError("only " + recording.samples() + " of " + samples + " samples came");
            }
            pause(100);
            recording.poll();
        }
        recording.stop();
        return recording.take();
    }

    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// How many events the fitting samples stand for.
    public static long count(Profile profile, Predicate<Sample> fits) {
        return profile.samples().stream().filter(fits).mapToLong(profile::count).sum();
    }

    /// The share in percent of samples that have a function in their user stack.
    public static double percentIn(Profile profile, String function) {
        return percent(profile, sample -> has(sample, function));
    }

    public static double percent(Profile profile, Predicate<Sample> fits) {
        return 100.0 * count(profile, fits) / profile.totals().samples();
    }

    public static boolean has(Sample sample, String function) {
        return sample.userStack().frames().stream().map(Frame::symbol).anyMatch(function::equals);
    }
}
