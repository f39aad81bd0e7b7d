package dev.plumb.cli;

import dev.plumb.tools.StackOptions;
import dev.plumb.tools.Target;
import dev.plumb.tools.stacks.Probe;
import dev.plumb.tools.stacks.StackCounter;
import dev.plumb.tools.stacks.StacksOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb stacks`: which stacks reach a probe.
@Command(
        name = "stacks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Counts the stacks that reach a probe, in the kernel.", ""},
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb stacks tcp_sendmsg                          who sends",
            "  plumb stacks tracepoint:block:block_rq_issue      who causes disk requests",
            "  plumb stacks uprobe:/lib/x86_64-linux-gnu/libc.so.6:malloc --sum 0 -p 1234",
            "                                                    who allocates how many bytes",
            "  plumb stacks rawtp:sched_switch -- ./server       what makes a program wait",
            "  plumb list 'tcp_*'                                names to choose from"
        })
final class StacksCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PROBE",
            arity = "0..*",
            description = "kprobe:FN, fentry:FN, tracepoint:CAT:NAME, rawtp:NAME, uprobe:PATH:SYMBOL, or a kernel"
                    + " function; * globs. A command to run and look at may follow behind --")
    private List<String> words = new ArrayList<>();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Option(
            names = "--sum",
            paramLabel = "ARG",
            description = "weigh by an argument: its number from 0, its name in the kernel's source, or a tracepoint's"
                    + " field")
    private @Nullable String sum;

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
        List<Probe> probes = probes(line, tail.words());
        StackOptions stacks = selection.stacks(line, StackOptions.DEFAULT_SLOTS);
        Target asked = target.target();
        boolean perThread = selection.perThread() || !asked.tids().isEmpty();
        return new RecordingRun(line, when, output)
                .run(
                        asked,
                        tail.command(),
                        (whom, follow) ->
                                StackCounter.start(new StacksOptions(probes, whom, stacks, sum, perThread, follow)));
    }

    private static List<Probe> probes(CommandLine line, List<String> texts) {
        if (texts.isEmpty()) {
            throw new ParameterException(line, "name a probe, such as tracepoint:sched:sched_switch");
        }
        try {
            return texts.stream().map(Probe::parse).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, e.getMessage());
        }
    }
}
