package dev.plumb.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.PerfSampling;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.testkit.Leftovers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuddenDeathKernelTest {
    /// What the process that is to die does: one of everything, then waits.
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws InterruptedException {
            var code = new Assembler().mov(Register.R0, 0).exit().assemble();
            BpfMap ring = BpfMap.create(MapSpec.ringBuffer("victim", 1 << 16));
            RingBuffer reader = RingBuffer.open(ring);
            List<Link> links = List.of(
                    RawTracepoint.of("sched_process_exec")
                            .attach(BpfProgram.load(ProgramSpec.rawTracepoint("victim_raw", code))),
                    Tracepoint.of("sched", "sched_process_exec")
                            .attach(BpfProgram.load(ProgramSpec.tracepoint("victim_tp", code))),
                    PerfSampling.hertz(10).attach(BpfProgram.load(ProgramSpec.perfEvent("victim_perf", code))));
            System.out.println("attached " + links.size() + " " + reader.backlogBytes());
            Thread.sleep(Duration.ofMinutes(10));
        }
    }

    @Test
    void leavesNothingInTheKernelWhenKilled() throws IOException, InterruptedException {
        Leftovers before = Leftovers.now();
        Process victim = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String line = victim.inputReader().readLine();
            assertThat(line).isEqualTo("attached 3 0");
            assertThat(Leftovers.now().bpf()).hasSizeGreaterThan(before.bpf().size());
        } finally {
            victim.destroyForcibly();
            assertThat(victim.waitFor()).isEqualTo(128 + 9);
        }
        assertThat(before.since(Duration.ofSeconds(30))).isEmpty();
    }
}
