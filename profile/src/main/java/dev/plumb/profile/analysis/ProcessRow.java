package dev.plumb.profile.analysis;

import dev.plumb.profile.ProcessFacts;
import org.jspecify.annotations.Nullable;

/// One process's share of a profile.
///
/// @param threads how many of its threads have samples
/// @param facts what else is known of it
public record ProcessRow(
        int pid,
        String comm,
        long value,
        long count,
        int threads,
        @Nullable ProcessFacts facts) {}
