package dev.plumb.tools.stacks;

import dev.plumb.tools.StackOptions;
import dev.plumb.tools.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to count.
///
/// @param sum an argument to add up, by its name or number, or null to count only
/// @param perThread whether threads are told apart
/// @param followChildren whether processes that the target starts belong to it
public record StacksOptions(
        List<Probe> probes,
        Target target,
        StackOptions stacks,
        @Nullable String sum,
        boolean perThread,
        boolean followChildren) {
    public StacksOptions {
        probes = List.copyOf(probes);
        if (probes.isEmpty()) {
            throw new IllegalArgumentException("no probe given");
        }
    }

    /// Counts stacks that reach the probes.
    public static StacksOptions of(Target target, Probe... probes) {
        return new StacksOptions(List.of(probes), target, StackOptions.defaults(), null, false, false);
    }

    public StacksOptions summing(@Nullable String argument) {
        return new StacksOptions(probes, target, stacks, argument, perThread, followChildren);
    }
}
