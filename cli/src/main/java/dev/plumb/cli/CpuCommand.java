package dev.plumb.cli;

import dev.plumb.ebpf.Cpus;
import dev.plumb.tools.StackOptions;
import dev.plumb.tools.Target;
import dev.plumb.tools.cpu.CpuOptions;
import dev.plumb.tools.cpu.CpuProfiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb cpu`: where CPU time goes.
@Command(
        name = "cpu",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows where CPU time goes: samples the stacks of running threads, user and kernel, on every CPU.",
            ""
        },
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb cpu                              the whole system, 10 seconds",
            "  plumb cpu -p 1234 -d 30s -o cpu.html   a process, as a flame graph",
            "  plumb cpu -n nginx -i 5s               a report each 5 seconds, until Ctrl-C or 10 s",
            "  plumb cpu -o build.pb.gz -- make -j8   a command and its children, for pprof",
            "  plumb cpu --json | jq .totals          for scripts"
        })
final class CpuCommand implements Callable<Integer> {
    private static final int MAX_HERTZ = 100_000;
    private static final int MIN_SLOTS = 4096;
    private static final int MAX_SLOTS = 1 << 17;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "-- COMMAND ARGS",
            arity = "0..*",
            description = "a command to run and profile, with its children")
    private List<String> words = new ArrayList<>();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = {"-F", "--frequency"},
            paramLabel = "HZ",
            defaultValue = "99",
            description = "samples a second on each CPU (default 99)")
    private int hertz = CpuOptions.DEFAULT_HERTZ;

    @Mixin
    private final WhenOptions when = new WhenOptions();

    @Mixin
    private final StackSelection selection = new StackSelection();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        CommandLineTail tail = CommandLineTail.of(line, words);
        if (!tail.words().isEmpty()) {
            throw new ParameterException(
                    line, "unexpected '" + tail.words().getFirst() + "': put -- before a command, -p before a process");
        }
        if (hertz < 1 || hertz > MAX_HERTZ) {
            throw new ParameterException(line, "-F " + hertz + ": choose 1 to " + MAX_HERTZ);
        }
        StackOptions stacks = selection.stacks(line, usualSlots());
        Target asked = target.target();
        boolean perThread = selection.perThread() || !asked.tids().isEmpty();
        return new RecordingRun(line, when, output)
                .run(
                        asked,
                        tail.command(),
                        (whom, follow) -> CpuProfiler.start(new CpuOptions(whom, stacks, hertz, perThread, follow)));
    }

    /// Room for two seconds in which every sample has a new stack in the kernel and another in the program.
    private int usualSlots() {
        long most = 4L * hertz * Cpus.online().length;
        return Math.clamp(Long.highestOneBit(Math.max(1, most - 1)) << 1, MIN_SLOTS, MAX_SLOTS);
    }
}
