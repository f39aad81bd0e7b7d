package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.testkit.Leftovers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs commands as a process of another user, or with root's rights, from the classes under test.
class LauncherKernelTest {
    private record Result(int status, String out, String err) {}

    private static Result run(List<String> prefix, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.plumb.cli.Main"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).start();
        process.getOutputStream().close();
        StringBuilder err = new StringBuilder();
        Thread reader = Thread.ofVirtual()
                .start(() -> process.errorReader()
                        .lines()
                        .forEach(line -> err.append(line).append('\n')));
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        reader.join();
        return new Result(status, out, err.toString());
    }

    /// Drops every capability, as a user without rights has it; the classes, which may be root's, stay readable.
    private static final List<String> WITHOUT_RIGHTS =
            List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs");

    @Test
    void doctorTellsAUserWithoutRightsWhatRootWouldAdd() throws Exception {
        Result result = run(WITHOUT_RIGHTS, "doctor");
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out())
                .contains("not permitted  CAP_BPF")
                .contains("CAP_PERFMON and CAP_BPF, which this user lacks")
                .contains("docs/permissions.md");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void doctorLeavesNothingBehind() throws Exception {
        Leftovers before = Leftovers.now();
        assertThat(run(List.of(), "doctor", "--json").status()).isEqualTo(ExitCode.DONE);
        assertThat(before.since(Duration.ofSeconds(20))).isEmpty();
    }

    @Test
    void listsTracepointsOfTheScheduler() throws Exception {
        Result result = run(List.of(), "list", "sched:*");
        assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.DONE);
        assertThat(result.out().lines())
                .contains("tracepoint:sched:sched_switch")
                .allMatch(line -> line.startsWith("tracepoint:sched:"));
    }

    @Test
    void listsFunctionsOfAProgram() throws Exception {
        Result result = run(List.of(), "list", "uprobe:" + libc() + ":mallo?");
        assertThat(result.out()).isEqualTo("uprobe:" + libc() + ":malloc\n");
    }

    private static String libc() throws IOException {
        try (var lines = java.nio.file.Files.lines(java.nio.file.Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith("/libc.so.6"))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void saysThatNothingMatches() throws Exception {
        Result result = run(List.of(), "list", "no-such-probe");
        assertThat(result.status()).isEqualTo(ExitCode.FAILED);
        assertThat(result.err()).contains("error: no probe matches 'no-such-probe'");
    }
}
