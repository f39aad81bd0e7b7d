import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Each example does what it says, run as a user runs it but for the compilation.
class ExamplesKernelTest {
    /// A program with a main method that may fail in any way.
    private interface Main {
        void run(String... args) throws Exception;
    }

    /// What an example prints while a process of known behaviour runs.
    private static String output(Main example, String... args) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Thread busy = Thread.ofPlatform().start(ExamplesKernelTest::keepBusy);
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            example.run(args);
        } finally {
            System.setOut(before);
            busy.interrupt();
            busy.join();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// Opens and reads a file, and runs processes, until told to stop.
    private static void keepBusy() {
        while (!Thread.currentThread().isInterrupted()) {
            try (LabProcess process = LabProcess.start()) {
                Files.readString(Path.of("/proc/self/limits"));
                process.run();
            } catch (Exception e) {
                return;
            }
        }
    }

    @Test
    void countsSystemCalls() throws Exception {
        assertThat(output(CountSystemCalls::main, "2")).containsPattern("\\d+  java +\\d+|\\d+  \\S+ +\\d+");
    }

    @Test
    void samplesStacks() throws Exception {
        assertThat(output(SampleStacks::main, "2"))
                .contains("samples of process")
                .containsPattern("\n    \\S+");
    }

    @Test
    void tracesAUserFunction() throws Exception {
        String program = LabProcess.program().toString();
        assertThat(output(TraceUserFunction::main, program, "target", "3")).contains("target(0x16, 0x2c, 0x3)");
    }

    @Test
    void followsOpenedFiles() throws Exception {
        assertThat(output(FollowOpen::main, "3")).contains("/dev/zero", "/proc/self/limits");
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void measuresAKernelFunction() throws Exception {
        assertThat(output(KernelFunctionLatency::main, "vfs_read", "2")).containsPattern(" ns +\\d+ #");
    }

    @Test
    void runsTheLabs() throws Exception {
        assertThat(output(StackTraceLab::main, "", "1")).containsPattern("\\S+ \\d+\n");
        assertThat(output(AllocationLab::main, "kernel", "1")).containsPattern("\\d+ allocations, \\d+ bytes");
        String program = LabProcess.program() + ":target";
        assertThat(output(CallTracerLab::main, "3", program)).containsPattern("target\\(0x16, 0x2c, 0x3\\)  = 66 in");
    }
}
