package dev.plumb.ebpf.program;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.ring.RingBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Each construct of the builder, run in the kernel without attaching anything.
class ConstructKernelTest {
    static final class Event {
        private static final Layout.Builder BUILDER = Layout.struct("event");
        static final Field NUMBER = BUILDER.u64("number");
        static final Field SMALL = BUILDER.s32("small");
        static final Field UNSET = BUILDER.u32("unset");
        static final Field COMM = BUILDER.text("comm", 16);
        static final Field SUMS = BUILDER.u64s("sums", 4);
        static final Layout LAYOUT = BUILDER.build();

        private Event() {}
    }

    static final class Key {
        private static final Layout.Builder BUILDER = Layout.struct("key");
        static final Field A = BUILDER.u8("a");
        static final Field B = BUILDER.u64("b");
        static final Layout LAYOUT = BUILDER.build();

        private Key() {}
    }

    static void run(Consumer<Body> body, long... arguments) {
        try (BpfProgram program =
                Program.rawTracepoint("construct", "none", body).load()) {
            run(program, arguments);
        }
    }

    static void run(BpfProgram program, long... arguments) {
        ByteBuffer context =
                ByteBuffer.allocate(8 * Math.max(1, arguments.length)).order(ByteOrder.nativeOrder());
        context.asLongBuffer().put(arguments);
        program.testRun(new byte[0], context.array());
    }

    @Test
    void mapIsLookedUpUpdatedAndDeleted() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("map", Key.LAYOUT, Layout.u64("value"), 8));
                BpfMap out = cells(4)) {
            run(
                    p -> {
                        Memory key = p.local(Key.LAYOUT).set(Key.A, 7).set(Key.B, p.argument(0));
                        p.lookup(map, key, cell -> p.exit(), () -> p.update(map, key, p.constant(40)));
                        p.lookup(map, key, cell -> cell.add(2), p::exit);
                        Memory cell = p.lookupOrExit(map, key);
                        p.update(out, p.constant(0), cell.get());
                        p.update(out, p.constant(1), p.delete(map, key).as(Type.U64));
                        p.update(out, p.constant(2), p.delete(map, key));
                        p.lookup(map, key, gone -> p.update(out, p.constant(3), p.constant(1)));
                    },
                    99);
            assertThat(cell(out, 0)).isEqualTo(42);
            assertThat(cell(out, 1)).isZero();
            assertThat(cell(out, 2)).as("ENOENT").isEqualTo(-2);
            assertThat(cell(out, 3)).isZero();
        }
    }

    @Test
    void missingValueIsInsertedOnceAndAFullMapIsCounted() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("map", 8, 8, 2));
                BpfMap lost = cells(1)) {
            Consumer<Body> body = p -> p.lookupOrInsert(map, p.argument(0), p.constant(100), new Counter(lost, 0))
                    .add(1);
            try (BpfProgram program =
                    Program.rawTracepoint("insert", "none", body).load()) {
                for (long key : new long[] {1, 2, 1, 3, 4, 1}) {
                    run(program, key);
                }
            }
            MapView<Long, Long> view = MapView.of(map, Codec.U64, Codec.U64);
            assertThat(view.lookup(1L)).contains(103L);
            assertThat(view.lookup(2L)).contains(101L);
            assertThat(cell(lost, 0)).isEqualTo(2);
        }
    }

    @Test
    void recordTravelsThroughTheRing() {
        try (BpfMap map = BpfMap.create(MapSpec.ringBuffer("ring", 4096));
                BpfMap lost = cells(1);
                RingBuffer ring = RingBuffer.open(map)) {
            run(
                    p -> p.ring(
                            map,
                            Event.LAYOUT,
                            r -> {
                                r.set(Event.NUMBER, p.argument(0)).set(Event.SMALL, -5);
                                r.fill(Event.COMM, p.comm());
                                r.set(Event.SUMS, p.constant(2), p.argument(1));
                            },
                            new Counter(lost, 0)),
                    -1L,
                    77);
            List<String> records = new ArrayList<>();
            ring.poll(
                    (memory, at, length) -> records.add(Event.NUMBER.read(memory, at) + " "
                            + Event.SMALL.read(memory, at) + " " + Event.UNSET.read(memory, at) + " "
                            + Event.COMM.text(memory, at).isEmpty() + " " + Event.SUMS.readElement(memory, at, 2) + " "
                            + Event.SUMS.readElement(memory, at, 3) + " " + length),
                    10);
            assertThat(records).containsExactly("-1 -5 0 false 77 0 " + Event.LAYOUT.sizeBytes());
        }
    }

    @Test
    void fullRingIsCountedAndLeavingGivesTheRecordUp() {
        try (BpfMap map = BpfMap.create(MapSpec.ringBuffer("ring", 4096));
                BpfMap lost = cells(1);
                RingBuffer ring = RingBuffer.open(map)) {
            Program program = Program.rawTracepoint(
                    "ring",
                    "none",
                    p -> p.ring(map, Event.LAYOUT, r -> p.exitIf(p.argument(0).eq(1)), new Counter(lost, 0)));
            try (BpfProgram loaded = program.load()) {
                run(loaded, 1);
                for (int i = 0; i < 60; i++) {
                    run(loaded, 0);
                }
            }
            int[] seen = {0};
            ring.poll((memory, at, length) -> seen[0]++, 1000);
            assertThat(ring.discarded()).isEqualTo(1);
            assertThat(cell(lost, 0)).isPositive();
            assertThat(seen[0] + cell(lost, 0)).isEqualTo(60);
        }
    }

    @Test
    void loopsAddUpWithBreakAndContinue() {
        try (BpfMap out = cells(3)) {
            run(
                    p -> {
                        Variable sum = p.variable(0);
                        p.repeat(100, round -> {
                            p.continueIf(round.and(1).eq(1));
                            p.breakIf(round.gt(20));
                            sum.increase(round);
                        });
                        p.update(out, p.constant(0), sum.value());
                        Variable rounds = p.variable(0);
                        p.repeat(p.argument(0), 8, round -> rounds.increase(1));
                        p.update(out, p.constant(1), rounds.value());
                        Variable halved = p.variable(p.argument(1));
                        p.repeatWhile(
                                64,
                                () -> halved.value().gt(1),
                                () -> halved.set(halved.value().shr(1)));
                        p.update(out, p.constant(2), halved.value());
                    },
                    5,
                    1000);
            assertThat(cell(out, 0)).isEqualTo(110);
            assertThat(cell(out, 1)).isEqualTo(5);
            assertThat(cell(out, 2)).isEqualTo(1);
        }
    }

    @Test
    void functionsTakeArgumentsAndMemory() {
        try (BpfMap out = cells(2)) {
            run(
                    p -> {
                        Function hypotenuse = p.function("hypotenuse", 2, f -> {
                            Value a = f.parameter(0);
                            Value b = f.parameter(1);
                            f.exit(a.mul(a).add(b.mul(b)));
                        });
                        Function twice = p.function("twice", 1, f -> {
                            Memory memory = f.parameter(0, 8);
                            memory.set(memory.get().mul(2));
                        });
                        p.update(out, p.constant(0), p.call(hypotenuse, p.argument(0), p.argument(1)));
                        Memory local = p.local(8).set(p.argument(0));
                        p.call(twice, local);
                        p.update(out, p.constant(1), local.get());
                    },
                    3,
                    4);
            assertThat(cell(out, 0)).isEqualTo(25);
            assertThat(cell(out, 1)).isEqualTo(6);
        }
    }

    @Test
    void handwrittenInstructionsStandBetween() {
        try (BpfMap out = cells(1)) {
            run(
                    p -> {
                        Value kept = p.argument(1);
                        Value swapped = p.assemble(
                                asm -> asm.mov(Register.R0, Register.R1).sub(Register.R0, Register.R2),
                                p.argument(0),
                                kept);
                        p.update(out, p.constant(0), swapped.add(kept.mul(100)));
                    },
                    50,
                    8);
            assertThat(cell(out, 0)).isEqualTo(842);
        }
    }

    @Test
    void moreValuesThanRegistersSurviveCalls() {
        try (BpfMap out = cells(1)) {
            run(
                    p -> {
                        List<Value> values = new ArrayList<>();
                        for (int i = 0; i < 12; i++) {
                            values.add(p.argument(i).add(i));
                        }
                        p.nanos();
                        Value sum = p.constant(0);
                        for (Value value : values) {
                            p.update(out, p.constant(0), value);
                            sum = sum.mul(3).add(value);
                        }
                        p.update(out, p.constant(0), sum);
                    },
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    9,
                    10,
                    11,
                    12);
            long sum = 0;
            for (int i = 0; i < 12; i++) {
                sum = sum * 3 + i + 1 + i;
            }
            assertThat(cell(out, 0)).isEqualTo(sum);
        }
    }
}
