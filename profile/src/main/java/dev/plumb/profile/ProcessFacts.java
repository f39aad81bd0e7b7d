package dev.plumb.profile;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is known of a process in a profile, kept when the process has gone.
///
/// @param cmdline the command line, arguments joined by spaces, or an empty string
/// @param start when it started, if known
public record ProcessFacts(
        int pid, String comm, String cmdline, @Nullable Instant start) {
    public ProcessFacts {
        Objects.requireNonNull(comm);
        Objects.requireNonNull(cmdline);
    }
}
