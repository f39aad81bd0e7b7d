package dev.plumb.cli;

import dev.plumb.tools.StackOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Which stacks.
final class StackSelection {
    @Option(
            names = {"-K", "--kernel-stacks"},
            description = "the kernel's stacks only")
    private boolean kernelOnly;

    @Option(
            names = {"-U", "--user-stacks"},
            description = "the user's stacks only")
    private boolean userOnly;

    @Option(
            names = "--max-depth",
            paramLabel = "N",
            description = "frames to keep of a stack (default and most: kernel.perf_event_max_stack, 127)")
    private @Nullable Integer maxDepth;

    @Option(
            names = "--stack-slots",
            paramLabel = "N",
            description = "different stacks the kernel can keep between two collections, four a second (default: by"
                    + " CPUs and frequency); what finds no room is counted")
    private @Nullable Integer slots;

    @Option(names = "--per-thread", description = "tell the threads of a process apart")
    private boolean perThread;

    boolean perThread() {
        return perThread;
    }

    StackOptions stacks(CommandLine command, int usualSlots) {
        int deepest = StackOptions.deepest();
        int depth = maxDepth == null ? Math.min(StackOptions.DEFAULT_DEPTH, deepest) : maxDepth;
        if (kernelOnly && userOnly) {
            throw new ParameterException(command, "-K and -U exclude each other; leave both out for both stacks");
        }
        if (depth < 1 || depth > deepest) {
            throw new ParameterException(
                    command,
                    "--max-depth " + depth + ": the kernel walks 1 to " + deepest
                            + " frames; raise kernel.perf_event_max_stack for more");
        }
        if (slots != null && (slots < 1 || slots > 1 << 22)) {
            throw new ParameterException(command, "--stack-slots " + slots + ": choose 1 to " + (1 << 22));
        }
        return new StackOptions(!userOnly, !kernelOnly, depth, slots == null ? usualSlots : slots);
    }
}
