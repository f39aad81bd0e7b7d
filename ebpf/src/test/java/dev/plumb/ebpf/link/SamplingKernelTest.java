package dev.plumb.ebpf.link;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R4;
import static dev.plumb.ebpf.asm.Register.R6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.ring.RingBuffer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplingKernelTest {
    private static final int DEPTH = 64;
    private static final int USER_STACK = 1 << 8;

    private static final Layout.Builder SAMPLE = Layout.struct("sample");
    private static final Field KERNEL_STACK = SAMPLE.s32("kernel_stack");
    private static final Field USER_STACK_ID = SAMPLE.s32("user_stack");

    /// Sends the ids of the kernel's and the user's stack of the process.
    private static Code sampler(BpfMap stacks, BpfMap ring, int pid) {
        return new Assembler()
                .mov(R6, R1)
                .call(Helper.GET_CURRENT_PID_TGID)
                .rsh(R0, 32)
                .jumpIfNotEqual(R0, pid, "out")
                .mov(R1, R6)
                .loadMap(R2, stacks.fd())
                .mov(R3, 0)
                .call(Helper.GET_STACKID)
                .store(Size.WORD, R10, -8, R0)
                .mov(R1, R6)
                .loadMap(R2, stacks.fd())
                .mov(R3, USER_STACK)
                .call(Helper.GET_STACKID)
                .store(Size.WORD, R10, -4, R0)
                .loadMap(R1, ring.fd())
                .mov(R2, R10)
                .add(R2, -8)
                .mov(R3, 8)
                .mov(R4, 0)
                .call(Helper.RINGBUF_OUTPUT)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    @Test
    void samplesUserAndKernelStacks() throws IOException {
        try (BpfMap stacks = BpfMap.create(MapSpec.stackTrace("stacks", DEPTH, 4096));
                BpfMap ring = BpfMap.create(MapSpec.ringBuffer("samples", 1 << 18));
                RingBuffer reader = RingBuffer.open(ring);
                Workload workload = Workload.start(400)) {
            String means;
            try (BpfProgram program =
                            BpfProgram.load(ProgramSpec.perfEvent("sampler", sampler(stacks, ring, workload.pid())));
                    LinkGroup links = PerfSampling.hertz(499).attach(program)) {
                assertThat(links.links()).hasSize(Cpus.online().length);
                means = links.means();
                workload.run();
            }
            List<long[]> users = new ArrayList<>();
            List<long[]> kernels = new ArrayList<>();
            int samples = reader.poll(
                    (memory, offset, _) -> {
                        addStack(stacks, KERNEL_STACK.read(memory, offset), kernels);
                        addStack(stacks, USER_STACK_ID.read(memory, offset), users);
                    },
                    Integer.MAX_VALUE);
            assertThat(means).containsAnyOf("cpu-clock", "cpu-cycles");
            assertThat(samples).isGreaterThan(40);
            assertThat(kernels).isNotEmpty();
            assertThat(kernels.getFirst()[0]).isNegative(); // a kernel address
            long start = addressOf(workload.pid(), "burn");
            long inBurn = users.stream()
                    .filter(stack -> stack[0] >= start && stack[0] < start + 256)
                    .count();
            assertThat(inBurn).isGreaterThan(samples / 5);
        }
    }

    private static void addStack(BpfMap stacks, long id, List<long[]> out) {
        if (id >= 0) {
            byte[] bytes = MapView.of(stacks, Codec.U32, Codec.bytes(8 * DEPTH))
                    .lookup((int) id)
                    .orElseThrow();
            out.add(MemorySegment.ofArray(bytes).asSlice(0).toArray(ValueLayout.JAVA_LONG_UNALIGNED));
        }
    }

    private static long addressOf(int pid, String function) throws IOException {
        Path program = Workload.program();
        long offset = UserFunctions.offset(program, function);
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"))) {
            String[] columns = line.split(" +");
            if (columns[1].contains("x") && columns[columns.length - 1].equals(program.toString())) {
                long start = Long.parseLong(columns[0].substring(0, columns[0].indexOf('-')), 16);
                return start - Long.parseLong(columns[2], 16) + offset;
            }
        }
        throw new AssertionError("no code of " + program + " in the process");
    }

    @Test
    void followsCpusThatComeAndGo() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.perfEvent("watched", Programs.returning(0)));
                CpuWatch watch = CpuWatch.attach(PerfSampling.hertz(10), program)) {
            int[] online = Cpus.online();
            assertThat(watch.cpus()).hasSize(online.length);
            assertThat(watch.refresh()).isFalse();
            assertThat(watch.refresh(new int[] {})).isTrue();
            assertThat(watch.cpus()).isEmpty();
            assertThat(watch.refresh()).isTrue();
            assertThat(watch.cpus()).hasSize(online.length);
        }
    }

    @Test
    void saysThatAProcessDoesNotExist() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.perfEvent("nobody", Programs.returning(0)))) {
            assertThatThrownBy(() -> PerfSampling.hertz(10).ofPid(0x3ffffff).attach(program))
                    .isInstanceOfSatisfying(
                            BpfException.class, e -> assertThat(e.hint()).contains("does not exist"));
        }
    }
}
