package dev.plumb.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How long, and how often to report.
final class WhenOptions {
    private static final Duration USUAL = Duration.ofSeconds(10);

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long (default 10s, or as long as COMMAND runs); Ctrl-C ends early and still reports")
    private @Nullable Duration duration;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "report each time this has passed")
    private @Nullable Duration interval;

    /// How long to go on; a command that is run sets its own end unless a time was given.
    @Nullable
    Duration duration(boolean command) {
        return duration == null && !command ? USUAL : duration;
    }

    @Nullable
    Duration interval() {
        return interval;
    }
}
