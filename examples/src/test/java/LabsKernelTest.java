import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.LinkGroup;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.map.PerCpuView;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolizer;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The programs of the three labs count what a known process does.
class LabsKernelTest {
    private static final int CALLS = LabProcess.CALLS;

    @Test
    void stackTraceLabCountsSystemCalls() throws IOException {
        List<String> leaves = stacks(
                (lab, maps) -> StackTraceLab.onSystemCall(lab.pid(), maps.get(0), maps.get(1), loss(maps.get(2))),
                program -> RawTracepoint.of("sys_enter").attach(program));
        // 23 reads of /dev/zero and the write of the last word; then it waits in one more read, perhaps seen.
        assertThat(leaves).hasSizeBetween(CALLS + 1, CALLS + 2);
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void stackTraceLabFindsThePathToAFunction() throws IOException {
        List<String> leaves = stacks(
                (lab, maps) ->
                        StackTraceLab.onFunction("vfs_read", lab.pid(), maps.get(0), maps.get(1), loss(maps.get(2))),
                program -> Kprobe.of("vfs_read").attach(program));
        assertThat(leaves)
                .hasSizeBetween(CALLS, CALLS + 1)
                .allMatch(leaf -> leaf.contains("vfs_read") || leaf.contains("ksys_read"));
    }

    /// The innermost function of each stack that was counted.
    private static List<String> stacks(
            BiFunction<LabProcess, List<BpfMap>, Program> lab, Function<BpfProgram, Link> attach) throws IOException {
        List<String> leaves = new ArrayList<>();
        try (BpfMap stacks = BpfMap.create(StackTraceLab.stacksSpec());
                BpfMap counts = BpfMap.create(StackTraceLab.countsSpec());
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 2));
                Symbolizer symbolizer = new Symbolizer();
                LabProcess process = LabProcess.start()) {
            try (BpfProgram program =
                            lab.apply(process, List.of(stacks, counts, lost)).load();
                    Link _ = attach.apply(program)) {
                process.run();
            }
            Map<Integer, Long> seen = MapView.of(counts, Codec.U32, Codec.U64).snapshot();
            seen.forEach((id, count) -> {
                long[] addresses = StackTraceLab.stack(stacks, id);
                assertThat(addresses).isNotEmpty();
                String leaf = symbolizer
                        .symbolize(Source.kernel(), addresses[0])
                        .getFirst()
                        .frames()
                        .getFirst()
                        .display();
                for (long i = 0; i < count; i++) {
                    leaves.add(leaf);
                }
            });
            assertThat(MapView.of(lost, Codec.U32, Codec.U64).snapshot().values())
                    .containsOnly(0L);
        }
        return leaves;
    }

    private static StackTraceLab.Loss loss(BpfMap lost) {
        return new StackTraceLab.Loss(new Counter(lost, 0), new Counter(lost, 1));
    }

    @Test
    void allocationLabPairsAllocationsAndFrees() throws IOException {
        List<BpfProgram> programs = new ArrayList<>();
        try (AllocationLab lab = new AllocationLab();
                LabProcess process = LabProcess.start()) {
            try (LinkGroup _ = lab.watchProcess(LabProcess.program(), process.pid(), programs)) {
                process.run();
            }
            assertThat(totals(lab)).containsExactly(CALLS, CALLS * 100, 20 * 100);
            assertThat(MapView.of(lab.blocks, Codec.U64, Codec.record(AllocationLab.BLOCK_LAYOUT))
                            .snapshot()
                            .values())
                    .as("leaks")
                    .hasSize(3)
                    .allMatch(block -> AllocationLab.SIZE.read(block) == 100
                            && AllocationLab.PID.read(block) == process.pid()
                            && AllocationLab.TIME.read(block) > 0);
            assertThat(MapView.of(lab.sizes, Codec.U32, Codec.U64).lookup(6)).contains((long) CALLS);
            assertThat(MapView.of(lab.lost, Codec.U32, Codec.U64).lookup(0)).contains(0L);
        } finally {
            programs.forEach(BpfProgram::close);
        }
    }

    @Test
    void allocationLabSeesTheKernelsAllocator() throws IOException {
        List<BpfProgram> programs = new ArrayList<>();
        try (AllocationLab lab = new AllocationLab();
                LabProcess process = LabProcess.start()) {
            try (LinkGroup _ = lab.watchKernel(programs)) {
                process.run();
            }
            long[] totals = totals(lab);
            assertThat(totals[0]).isPositive();
            assertThat(totals[1]).isGreaterThan(totals[0]);
        } finally {
            programs.forEach(BpfProgram::close);
        }
    }

    private static long[] totals(AllocationLab lab) {
        long[] sum = new long[3];
        MapView.of(lab.totals, Codec.U32, Codec.record(AllocationLab.TOTAL_LAYOUT))
                .forEach((stack, total) -> {
                    sum[0] += AllocationLab.COUNT.read(total);
                    sum[1] += AllocationLab.BYTES.read(total);
                    sum[2] += AllocationLab.FREED.read(total);
                });
        return sum;
    }

    @Test
    void callTracerLabTracesUserFunctions() throws Exception {
        List<String> events = trace(LabProcess.program() + ":target");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            expected.add("%d %d 3 4 5 6 = %d ''".formatted(i, 2 * i, 3 * i));
        }
        assertThat(events).containsExactlyElementsOf(expected);
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void callTracerLabTracesKernelFunctionsWithFileNames() throws Exception {
        List<String> events = trace("vfs_read");
        assertThat(events.stream().filter(event -> event.contains("'zero'")).toList())
                .hasSize(CALLS)
                .allMatch(event -> event.contains(" 23 ") && event.endsWith("= 23 'zero'"));
    }

    private static List<String> trace(String probe) throws Exception {
        List<String> events = new ArrayList<>();
        try (LabProcess process = LabProcess.start();
                CallTracerLab lab = new CallTracerLab(process.pid());
                RingBuffer ring = RingBuffer.open(lab.events)) {
            List<AutoCloseable> opened = lab.attach(probe, 7);
            try {
                process.run();
            } finally {
                for (AutoCloseable each : opened) {
                    each.close();
                }
            }
            ring.poll(
                    (memory, at, length) -> {
                        StringBuilder text = new StringBuilder();
                        for (int i = 0; i < CallTracerLab.ARGUMENT_COUNT; i++) {
                            text.append(CallTracerLab.ARGUMENTS.readElement(memory, at, i))
                                    .append(' ');
                        }
                        assertThat(CallTracerLab.DURATION.read(memory, at)).isPositive();
                        assertThat(CallTracerLab.PID.read(memory, at)).isEqualTo(process.pid());
                        events.add(text + "= " + CallTracerLab.RESULT.read(memory, at) + " '"
                                + CallTracerLab.FILE.text(memory, at) + "'");
                    },
                    1000);
            long counted = PerCpuView.sum(PerCpuView.of(lab.counts, Codec.U32, Codec.U64), 7);
            assertThat(counted).isGreaterThanOrEqualTo(events.size());
            assertThat(MapView.of(lab.lost, Codec.U32, Codec.U64).lookup(0)).contains(0L);
        }
        return events;
    }
}
