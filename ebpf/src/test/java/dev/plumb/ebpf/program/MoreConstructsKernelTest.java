package dev.plumb.ebpf.program;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static dev.plumb.ebpf.program.ConstructKernelTest.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import org.junit.jupiter.api.Test;

/// What does not fit the programs of [ConstructKernelTest].
class MoreConstructsKernelTest {
    private static final Layout.Builder BUILDER = Layout.struct("sums");
    private static final Field SUM = BUILDER.u64("sum");
    private static final Field ROUNDS = BUILDER.u64("rounds");
    private static final Layout SUMS = BUILDER.build();

    @Test
    @Requires(KernelFeature.BPF_LOOP)
    void loopInTheKernelKeepsItsState() {
        try (BpfMap out = cells(3)) {
            run(
                    p -> {
                        Memory state = p.local(SUMS);
                        Value rounds = p.loop(p.argument(0), state, (f, number, sums) -> {
                            sums.add(SUM, number);
                            sums.add(ROUNDS, 1);
                            f.ifTrue(sums.get(ROUNDS).ge(5_000), () -> f.exit(1));
                        });
                        p.update(out, p.constant(0), rounds);
                        p.update(out, p.constant(1), state.get(SUM));
                        p.update(out, p.constant(2), state.get(ROUNDS));
                    },
                    100_000);
            assertThat(cell(out, 0)).isEqualTo(5_000);
            assertThat(cell(out, 1)).isEqualTo(4_999L * 5_000 / 2);
            assertThat(cell(out, 2)).isEqualTo(5_000);
        }
    }

    @Test
    void tailCallGoesOnInAnotherProgram() {
        try (BpfMap programs = BpfMap.create(MapSpec.programArray("programs", 2));
                BpfMap out = cells(2);
                BpfProgram second = Program.rawTracepoint("second", "none", p -> p.count(new Counter(out, 1)))
                        .load();
                BpfProgram first = Program.rawTracepoint("first", "none", p -> {
                            p.tailCall(programs, p.argument(0));
                            p.count(new Counter(out, 0));
                        })
                        .load()) {
            MapView.of(programs, Codec.U32, Codec.U32).put(1, second.fd());
            run(first, 1);
            run(first, 1);
            run(first, 0);
            assertThat(cell(out, 0)).as("no program there").isEqualTo(1);
            assertThat(cell(out, 1)).isEqualTo(2);
        }
    }

    @Test
    void packetIsReadAndItsResultReturned() {
        try (BpfProgram program = Program.socketFilter("packet", p -> {
                    Memory bytes = p.local(8);
                    p.call(Helper.SKB_LOAD_BYTES, p.context(), p.constant(0), bytes, p.constant(8));
                    p.exit(bytes.get(Type.U32, 4).bigEndian(Type.U32));
                })
                .load()) {
            byte[] packet = new byte[64];
            for (int i = 0; i < 8; i++) {
                packet[14 + i] = (byte) (i + 1);
            }
            // Test runs cut off the Ethernet header of 14 bytes.
            assertThat(program.testRun(packet, new byte[0]).result()).isEqualTo(0x05060708);
        }
    }

    @Test
    void queueTakesWhatIsPushed() {
        try (BpfMap queue = BpfMap.create(MapSpec.queue("queue", 8, 2));
                BpfMap out = cells(1)) {
            run(
                    p -> {
                        p.push(queue, p.argument(0));
                        p.push(queue, p.constant(8));
                        p.update(out, p.constant(0), p.push(queue, p.constant(9)));
                    },
                    7);
            assertThat(cell(out, 0)).as("E2BIG").isEqualTo(-7);
            MapView<byte[], Long> view = MapView.of(queue, Codec.bytes(0), Codec.U64);
            assertThat(view.pop()).contains(7L);
            assertThat(view.pop()).contains(8L);
        }
    }

    @Test
    void copiesAndComparesMemory() {
        try (BpfMap out = cells(2)) {
            run(
                    p -> {
                        Memory from = p.local(SUMS).set(SUM, p.argument(0)).set(ROUNDS, 5);
                        Memory to = p.local(SUMS).copy(from);
                        p.update(out, p.constant(0), to.get(SUM).add(to.get(ROUNDS)));
                        p.update(
                                out,
                                p.constant(1),
                                p.choose(to.get(SUM).gt(p.constant(10)), p.constant(1), p.constant(2)));
                    },
                    37);
            assertThat(cell(out, 0)).isEqualTo(42);
            assertThat(cell(out, 1)).isEqualTo(1);
        }
    }
}
