package dev.plumb.tools.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.ValueType;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import dev.plumb.tools.Command;
import dev.plumb.tools.Recorded;
import dev.plumb.tools.Recording;
import dev.plumb.tools.StackOptions;
import dev.plumb.tools.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackCounterKernelTest {
    private static final Probe TARGET = Probe.parse("uprobe:" + Calls.program() + ":target");

    /// Starts the program, attaches, lets it run to its end, and takes the profile.
    private static Profile count(StacksOptions options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Calls.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.readLine()).isEqualTo("ready");
            StacksOptions own = new StacksOptions(
                    options.probes(),
                    Target.process((int) process.pid()),
                    options.stacks(),
                    options.sum(),
                    options.perThread(),
                    false);
            try (Recording recording = StackCounter.start(own)) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
                while (!said.ready()) {
                    Recorded.pause(50);
                    recording.poll();
                }
                assertThat(said.readLine()).isEqualTo("done");
                recording.stop();
                return recording.take();
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean calledBy(Sample sample, String caller) {
        return sample.userStack().frames().size() > 1
                && sample.userStack().frames().getFirst().symbol().equals("target")
                && sample.userStack().frames().get(1).symbol().equals(caller);
    }

    @Test
    @Requires(KernelFeature.UPROBES)
    void countsEachCallByItsCaller() throws IOException {
        Profile profile = count(StacksOptions.of(Target.EVERYTHING, TARGET));
        assertThat(profile.totals().samples()).isEqualTo(23);
        assertThat(Recorded.count(profile, sample -> calledBy(sample, "fifteen")))
                .isEqualTo(15);
        assertThat(Recorded.count(profile, sample -> calledBy(sample, "eight"))).isEqualTo(8);
        assertThat(profile.samples()).allMatch(sample -> Recorded.has(sample, "main"));
        assertThat(profile.valueTypes()).containsExactly(ValueType.count("hits"));
        assertThat(profile.loss().lost()).isZero();
    }

    @Test
    @Requires(KernelFeature.UPROBES)
    void addsUpAnArgument() throws IOException {
        Profile profile = count(StacksOptions.of(Target.EVERYTHING, TARGET).summing("0"));
        assertThat(profile.total(0)).isEqualTo(23);
        assertThat(profile.total(1)).isEqualTo(15 * 100 + 8 * 7);
    }

    @Test
    @Requires(KernelFeature.UPROBES)
    void losesNothingItDoesNotCount() throws IOException {
        int calls = 100_000;
        Profile profile = count(StacksOptions.of(Target.EVERYTHING, TARGET), Integer.toString(calls));
        long recorded = profile.totals().samples();
        assertThat(recorded + profile.loss().lost()).isEqualTo(calls);
        assertThat(profile.totals().stacks()).isGreaterThan(StackOptions.DEFAULT_SLOTS);
        System.out.println("100,000 call paths: recorded " + recorded + " in "
                + profile.totals().stacks() + " stacks, lost " + profile.loss().lost() + ", "
                + profile.loss().reasons());
    }

    @Test
    @Requires(KernelFeature.UPROBES)
    void countsWhatFindsNoRoom() throws IOException {
        StacksOptions few = new StacksOptions(
                List.of(TARGET),
                Target.EVERYTHING,
                StackOptions.defaults().userOnly().withSlots(64),
                null,
                false,
                false);
        int calls = 20_000;
        Profile profile = count(few, Integer.toString(calls));
        assertThat(profile.totals().samples() + profile.loss().lost()).isEqualTo(calls);
        long withoutStack = Recorded.count(profile, sample -> sample.userStack().error() != null);
        assertThat(withoutStack + profile.loss().lost()).isPositive();
        long reasons = profile.loss().reasons().stream()
                .mapToLong(reason -> reason.count())
                .sum();
        assertThat(reasons).isEqualTo(withoutStack + profile.loss().lost());
    }

    @Test
    void countsARawTracepoint() throws IOException {
        countsOneExec("rawtp:sched_process_exec");
    }

    @Test
    void countsATracepoint() throws IOException {
        countsOneExec("tracepoint:sched:sched_process_exec");
    }

    private static void countsOneExec(String probe) throws IOException {
        try (Command command = Command.hold(List.of("true"))) {
            StacksOptions options = new StacksOptions(
                    List.of(Probe.parse(probe)),
                    Target.process(command.pid()),
                    StackOptions.defaults(),
                    null,
                    false,
                    true);
            try (Recording recording = StackCounter.start(options)) {
                command.release();
                while (command.isRunning()) {
                    Recorded.pause(20);
                }
                recording.stop();
                Profile profile = recording.take();
                assertThat(profile.totals().samples()).isEqualTo(1);
                assertThat(profile.samples().getFirst().kernelStack().frames())
                        .anyMatch(frame -> frame.symbol().contains("execve"));
            }
        }
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void countsAKernelFunction() throws IOException {
        Profile profile = count(StacksOptions.of(Target.EVERYTHING, Probe.parse("vfs_write")));
        assertThat(profile.totals().samples()).isEqualTo(1); // the line it says when it is done
        Sample sample = profile.samples().getFirst();
        assertThat(sample.kernelStack().frames().getFirst().symbol()).isEqualTo("vfs_write");
        assertThat(sample.kernelStack().frames())
                .anyMatch(frame -> frame.symbol().contains("sys_write"));
        assertThat(sample.userStack().frames()).isNotEmpty();
    }

    @Test
    void saysThatThereIsNoSuchTracepoint() {
        StacksOptions options = StacksOptions.of(Target.EVERYTHING, Probe.parse("rawtp:no_such_tracepoint"));
        assertThatThrownBy(() -> StackCounter.start(options)).isInstanceOf(BpfException.class);
    }
}
