package dev.plumb.tools.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.tools.Burner;
import dev.plumb.tools.Command;
import dev.plumb.tools.Recorded;
import dev.plumb.tools.Recording;
import dev.plumb.tools.Target;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CpuProfilerKernelTest {
    /// With so many, a share of 70 % has a standard deviation of 0.7 points.
    private static final int ENOUGH = 4000;

    private static final int HERTZ = 997;

    private static Profile record(Target target, int samples) {
        try (Recording recording = CpuProfiler.start(CpuOptions.of(target).withHertz(HERTZ))) {
            return Recorded.atLeast(samples, recording);
        }
    }

    @Test
    void measuresWhereTimeGoes() {
        try (Burner burner = Burner.start("shares")) {
            Profile profile = record(Target.process(burner.pid()), ENOUGH);
            assertThat(Recorded.percentIn(profile, "seventy")).isCloseTo(70, within(3.0));
            assertThat(Recorded.percentIn(profile, "twenty")).isCloseTo(20, within(3.0));
            assertThat(Recorded.percentIn(profile, "ten")).isCloseTo(10, within(3.0));
            assertThat(Recorded.percentIn(profile, "main")).isGreaterThan(97);
            assertThat(profile.loss().lost()).isZero();
            assertThat(profile.loss().rootReachedPercent()).isGreaterThan(97);
            assertThat(profile.total(1))
                    .isCloseTo(profile.totals().samples() * 1_000_000_000L / HERTZ, within(10_000L));
        }
    }

    @Test
    void measuresTimeInTheKernel() {
        try (Burner burner = Burner.start("readers")) {
            Profile profile = record(Target.process(burner.pid()), ENOUGH);
            double told = 100 * Double.parseDouble(burner.end());
            double kernel =
                    Recorded.percent(profile, sample -> !sample.kernelStack().isEmpty());
            assertThat(told).isBetween(5.0, 95.0);
            assertThat(kernel).isCloseTo(told, within(3.0));
            Sample inKernel = profile.samples().stream()
                    .filter(sample -> !sample.kernelStack().isEmpty())
                    .findFirst()
                    .orElseThrow();
            assertThat(inKernel.kernelStack().frames()).noneMatch(frame -> frame.isUnknown());
        }
    }

    @Test
    void tellsProcessesOfTheSameProgramApart() {
        try (Burner first = Burner.start("shares");
                Burner second = Burner.start("shares")) {
            Target both = Target.EVERYTHING.withPids(List.of(first.pid(), second.pid()));
            Profile profile = record(both, 600);
            assertThat(pids(profile)).containsExactlyInAnyOrder(first.pid(), second.pid());
            for (int pid : pids(profile)) {
                assertThat(Recorded.count(profile, sample -> sample.pid() == pid && Recorded.has(sample, "seventy")))
                        .isPositive();
            }
            assertThat(profile.processes())
                    .hasSize(2)
                    .allMatch(facts -> facts.cmdline().endsWith(" shares"));
        }
    }

    @Test
    void leavesOutOtherProcesses() {
        try (Burner wanted = Burner.start("shares");
                Burner other = Burner.start("shares")) {
            Profile profile = record(Target.process(wanted.pid()), 200);
            assertThat(pids(profile)).containsExactly(wanted.pid()).doesNotContain(other.pid());
        }
    }

    @Test
    void tellsThreadsApart() {
        try (Burner burner = Burner.start("threads")) {
            CpuOptions options =
                    CpuOptions.of(Target.process(burner.pid())).withHertz(HERTZ).byThread(true);
            try (Recording recording = CpuProfiler.start(options)) {
                Profile profile = Recorded.atLeast(400, recording);
                assertThat(Recorded.count(
                                profile, sample -> sample.thread().equals("left") && Recorded.has(sample, "left_work")))
                        .isPositive();
                assertThat(Recorded.count(
                                profile,
                                sample -> sample.thread().equals("left") && Recorded.has(sample, "right_work")))
                        .isZero();
                assertThat(profile.tasks()).allMatch(task -> task.pid() == burner.pid());
            }
        }
    }

    @Test
    void includesChildrenOfACommand() throws Exception {
        String twice = Burner.program() + " shares 2 & " + Burner.program() + " shares 2; wait";
        try (Command command = Command.hold(List.of("/bin/sh", "-c", twice + " >/dev/null"))) {
            Target target = Target.process(command.pid());
            CpuOptions options = CpuOptions.of(target).withHertz(HERTZ).followingChildren(true);
            try (Recording recording = CpuProfiler.start(options)) {
                command.release();
                while (command.isRunning()) {
                    Recorded.pause(50);
                    recording.poll();
                }
                recording.stop();
                Profile profile = recording.take();
                Set<Integer> burners = profile.samples().stream()
                        .filter(sample -> Recorded.has(sample, "seventy"))
                        .map(Sample::pid)
                        .collect(Collectors.toSet());
                assertThat(burners).hasSize(2).doesNotContain(command.pid());
                assertThat(Recorded.percentIn(profile, "seventy")).isGreaterThan(50);
            }
        }
        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    private static Set<Integer> pids(Profile profile) {
        return profile.samples().stream().map(Sample::pid).collect(Collectors.toSet());
    }
}
