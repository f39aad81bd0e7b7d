package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Profiles;
import dev.plumb.testkit.CProgram;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Leftovers;
import dev.plumb.testkit.Requires;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `plumb cpu` and `plumb stacks` as users run them.
class RecordingKernelTest {
    /// Burns as many seconds of CPU time as its argument says, in `work`, then exits with status 3.
    private static final String SOURCE = """
            #include <stdlib.h>
            #include <time.h>
            static volatile long sink;
            __attribute__((noinline)) void work(void) { for (long i = 0; i < 1000000; i++) sink += i; }
            __attribute__((noinline)) void step(long n) { __asm__ volatile(""); sink += n; }
            int main(int argc, char **argv) {
                clock_t end = atof(argv[1]) * CLOCKS_PER_SEC;
                for (long i = 0; i < 23; i++) step(i);
                while (clock() < end) work();
                return 3;
            }
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static String worker() {
        return CProgram.compile(SOURCE, "-O1", "-g", "-fno-omit-frame-pointer").toString();
    }

    private static Profile json(String text) throws IOException {
        return Profiles.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "x.json");
    }

    private static boolean hasFunction(Profile profile, String name) {
        return profile.stacks().stream()
                .flatMap(stack -> stack.frames().stream())
                .map(Frame::symbol)
                .anyMatch(name::equals);
    }

    @Test
    void profilesACommand() throws Exception {
        Path html = folder.resolve("cpu.html");
        Path folded = folder.resolve("cpu.folded");
        Leftovers before = Leftovers.now();
        PlumbProcess.Result result = PlumbProcess.run(
                "cpu", "-F", "499", "-o", html.toString(), "-o", folded.toString(), "--", worker(), "0.5");
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.err())
                .contains("wrote " + html + " (html)")
                .contains("note: the command exited with status 3")
                .doesNotContain("\r", "\u001b");
        assertThat(result.out())
                .startsWith("cpu: ")
                .containsPattern("\\d+\\.\\d%  +\\d+\\.\\d%  work \\(")
                .containsPattern("work\\+0x[0-9a-f]+ ");
        assertThat(result.out().lines()).allMatch(line -> line.length() <= Terminal.COLUMNS);
        assertThat(Files.readString(html)).contains("<html").doesNotContain("src=\"http");
        assertThat(Files.readString(folded)).contains(";work ");
        assertThat(before.since(Duration.ofSeconds(20))).isEmpty();
    }

    @Test
    void endsEarlyOnCtrlCAndStillReports() throws Exception {
        Path file = folder.resolve("early.json");
        Process target = new ProcessBuilder(worker(), "1000").start();
        try (PlumbProcess plumb = PlumbProcess.start(
                List.of(), "cpu", "-p", Long.toString(target.pid()), "-d", "600s", "-o", file.toString())) {
            Thread.sleep(8000);
            assertThat(plumb.isRunning()).isTrue();
            plumb.interrupt();
            PlumbProcess.Result result = plumb.result();
            assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
            assertThat(result.out()).contains("work (");
            assertThat(hasFunction(Profiles.read(file), "work")).isTrue();
        } finally {
            target.destroyForcibly();
        }
    }

    @Test
    void endsWithItsTarget() throws Exception {
        Process target = new ProcessBuilder(worker(), "8").start();
        PlumbProcess.Result result = PlumbProcess.run("cpu", "--json", "-d", "600s", "-p", Long.toString(target.pid()));
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(hasFunction(json(result.out()), "work")).isTrue();
    }

    @Test
    void saysThatAProcessDoesNotExist() throws Exception {
        PlumbProcess.Result result = PlumbProcess.run("cpu", "-p", "4194303");
        assertThat(result.status()).isEqualTo(ExitCode.FAILED);
        assertThat(result.err()).contains("error: profile process 4194303").contains("does not exist");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void namesTheRightsThatAreMissing() throws Exception {
        for (String[] args :
                List.of(new String[] {"cpu", "-d", "1s"}, new String[] {"stacks", "rawtp:sched_switch", "-d", "1s"})) {
            try (PlumbProcess plumb = PlumbProcess.start(PlumbProcess.WITHOUT_RIGHTS, args)) {
                PlumbProcess.Result result = plumb.result();
                assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.NOT_PERMITTED);
                assertThat(result.err()).contains("CAP_BPF").contains("CAP_PERFMON");
            }
        }
    }

    @Test
    void refusesOutputItCannotWriteBeforeSampling() throws Exception {
        long start = System.nanoTime();
        PlumbProcess.Result result = PlumbProcess.run(
                "cpu", "-d", "600s", "-o", folder.resolve("none/cpu.html").toString());
        assertThat(result.status()).isEqualTo(ExitCode.FAILED);
        assertThat(result.err()).contains("the folder does not exist");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(200));
        assertThat(PlumbProcess.run("cpu", "-o", folder.resolve("cpu.xyz").toString())
                        .status())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void keepsTheReportWhenTheDiskIsFull() throws Exception {
        PlumbProcess.Result result =
                PlumbProcess.run("cpu", "-o", "/dev/full", "--format", "folded", "--", worker(), "0.2");
        assertThat(result.status()).isEqualTo(ExitCode.FAILED);
        assertThat(result.err()).contains("error: write /dev/full: no space left");
        assertThat(result.out()).contains("work (");
    }

    @Test
    void staysQuietWhenItsReaderLeaves() throws Exception {
        String plumb = String.join(" ", PlumbProcess.command("cpu", "--", worker(), "0.2"));
        String line = "set -o pipefail; " + plumb + " | head -1";
        try (PlumbProcess shell = PlumbProcess.startCommand(List.of("bash", "-c", line))) {
            PlumbProcess.Result result = shell.result();
            assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
            assertThat(result.out()).hasLineCount(1).startsWith("cpu: ");
            assertThat(result.err()).doesNotContain("xception");
        }
    }

    @Test
    @Requires(KernelFeature.UPROBES)
    void countsCallsOfAFunction() throws Exception {
        PlumbProcess.Result result = PlumbProcess.run(
                "stacks", "uprobe:" + worker() + ":step", "--sum", "0", "--json", "--", worker(), "0.5");
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        Profile profile = json(result.out());
        assertThat(profile.totals().samples()).isEqualTo(23);
        assertThat(profile.totals().value()).isEqualTo(22 * 23 / 2);
        assertThat(hasFunction(profile, "main")).isTrue();
    }

    @Test
    void reportsEachInterval() throws Exception {
        PlumbProcess.Result result = PlumbProcess.run("cpu", "-i", "300ms", "-F", "499", "--", worker(), "2");
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out().lines().filter(line -> line.startsWith("cpu: ")))
                .hasSizeGreaterThan(2);
    }

    @Test
    void saysThatACommandDoesNotExist() throws Exception {
        PlumbProcess.Result result = PlumbProcess.run("cpu", "--", "no-such-program");
        assertThat(result.status()).isEqualTo(ExitCode.FAILED);
        assertThat(result.err()).contains("error: run no-such-program: no such program on the PATH");
    }
}
