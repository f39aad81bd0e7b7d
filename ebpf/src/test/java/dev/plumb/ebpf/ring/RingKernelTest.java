package dev.plumb.ebpf.ring;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R4;
import static dev.plumb.ebpf.asm.Register.R5;
import static dev.plumb.ebpf.asm.Register.R6;
import static dev.plumb.ebpf.asm.Register.R7;
import static dev.plumb.ebpf.asm.Register.R8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RingKernelTest {
    private static final byte[] PACKET = new byte[64];

    /// Counts its runs in cell 0 and sends the count in 16 bytes; a third of the runs withdraw their record, another
    /// third send an empty one. What the ring refuses is counted in cell 1.
    private static Code sender(BpfMap ring, BpfMap cells) {
        Assembler code = new Assembler();
        cell(code, cells, 0);
        // Test runs come one after the other; an atomic fetch would need Linux 5.12.
        code.load(Size.DWORD, R6, R0, 0)
                .mov(R7, R6)
                .add(R7, 1)
                .store(Size.DWORD, R0, 0, R7)
                .mov(R7, R6)
                .mod(R7, 3)
                .jumpIfEqual(R7, 1, "empty")
                .loadMap(R1, ring.fd())
                .mov(R2, 16)
                .mov(R3, 0)
                .call(Helper.RINGBUF_RESERVE)
                .jumpIfEqual(R0, 0, "lost")
                .store(Size.DWORD, R0, 0, R6)
                .store(Size.DWORD, R0, 8, R6)
                .mov(R1, R0)
                .mov(R2, 0)
                .jumpIfEqual(R7, 2, "discard")
                .call(Helper.RINGBUF_SUBMIT)
                .jump("out")
                .label("discard")
                .call(Helper.RINGBUF_DISCARD)
                .jump("out")
                .label("empty")
                .storeImmediate(Size.DWORD, R10, -16, 0)
                .loadMap(R1, ring.fd())
                .mov(R2, R10)
                .add(R2, -16)
                .mov(R3, 0)
                .mov(R4, 0)
                .call(Helper.RINGBUF_OUTPUT)
                .jumpIfEqual(R0, 0, "out")
                .label("lost");
        cell(code, cells, 1);
        return code.mov(R8, 1)
                .atomicAdd(Size.DWORD, R0, 0, R8)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    private static void cell(Assembler code, BpfMap cells, int index) {
        code.storeImmediate(Size.WORD, R10, -4, index)
                .loadMap(R1, cells.fd())
                .mov(R2, R10)
                .add(R2, -4)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jumpIfEqual(R0, 0, "out");
    }

    @Test
    void readsSentEmptyAndWithdrawnRecordsAcrossManyWraps() {
        try (BpfMap ring = BpfMap.create(MapSpec.ringBuffer("wrapped", 1 << 16));
                BpfMap cells = Programs.cells(2);
                RingBuffer reader = RingBuffer.open(ring);
                BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("sender", sender(ring, cells)))) {
            List<Long> sent = new ArrayList<>();
            int[] empty = new int[1];
            int rounds = 40;
            int perRound = 999;
            for (int round = 0; round < rounds; round++) {
                program.testRun(PACKET, new byte[0], perRound);
                reader.poll(
                        (memory, offset, length) -> {
                            if (length == 0) {
                                empty[0]++;
                            } else {
                                sent.add(memory.get(ValueLayout.JAVA_LONG, offset));
                            }
                        },
                        Integer.MAX_VALUE);
            }
            int each = rounds * perRound / 3;
            assertThat(sent).hasSize(each);
            for (int i = 0; i < each; i++) {
                assertThat(sent.get(i)).isEqualTo(3L * i);
            }
            assertThat(empty[0]).isEqualTo(each);
            assertThat(reader.discarded()).isEqualTo(each);
            assertThat(Programs.cell(cells, 1)).isZero();
            assertThat(reader.backlogBytes()).isZero();
        }
    }

    @Test
    void addsUpToWhatWasSentWhenTheRingIsFull() {
        try (BpfMap ring = BpfMap.create(MapSpec.ringBuffer("full", 1 << 16));
                BpfMap cells = Programs.cells(2);
                RingBuffer reader = RingBuffer.open(ring);
                BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("sender", sender(ring, cells)))) {
            int runs = 20_000;
            program.testRun(PACKET, new byte[0], runs);
            int received = reader.poll((_, _, _) -> {}, Integer.MAX_VALUE);
            long lost = Programs.cell(cells, 1);
            assertThat(lost).isPositive();
            assertThat(received + reader.discarded() + lost).isEqualTo(runs);
        }
    }

    @Test
    void readsManyRingsOnOneThreadUpToADeadline() {
        try (BpfMap firstMap = BpfMap.create(MapSpec.ringBuffer("first", 1 << 16));
                BpfMap secondMap = BpfMap.create(MapSpec.ringBuffer("second", 1 << 16));
                BpfMap cells = Programs.cells(2);
                RingBuffer first = RingBuffer.open(firstMap);
                RingBuffer second = RingBuffer.open(secondMap);
                RingWaiter waiter = new RingWaiter();
                BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("sender", sender(secondMap, cells)))) {
            waiter.add(first);
            waiter.add(second);
            long start = System.nanoTime();
            assertThat(waiter.poll((_, _, _) -> {}, 10, Duration.ofMillis(50))).isZero();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(50_000_000L);
            program.testRun(PACKET, new byte[0], 1);
            assertThat(waiter.poll((_, _, _) -> {}, 10, Duration.ofSeconds(60))).isEqualTo(1);
            waiter.wake();
            assertThat(waiter.poll((_, _, _) -> {}, 10, Duration.ofSeconds(60))).isZero();
        }
    }

    @Test
    void addsUpToWhatWasSentWhenAPerfBufferIsFull() {
        try (BpfMap array = BpfMap.create(MapSpec.perfEventArray("events"));
                BpfMap cells = Programs.cells(1);
                PerfBuffer buffer = PerfBuffer.open(array, 1);
                RingWaiter waiter = new RingWaiter();
                Workload workload = Workload.start(100)) {
            waiter.add(buffer);
            List<Long> ids = new ArrayList<>();
            RecordHandler handler = (memory, offset, _) -> ids.add(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
            try (BpfProgram program = BpfProgram.load(
                            ProgramSpec.rawTracepoint("output", perfOutput(array, cells, workload.pid())));
                    Link _ = RawTracepoint.of("sys_enter").attach(program)) {
                workload.run(); // thousands of system calls, more than a page of records holds
                while (waiter.poll(handler, 1_000, Duration.ZERO) > 0) {}
                workload.finish(); // the kernel tells what it lost before the next record it can write
                while (waiter.poll(handler, 1_000, Duration.ZERO) > 0) {}
            }
            assertThat(ids).isNotEmpty().allMatch(id -> id >= 0 && id < 1_000);
            assertThat(buffer.lost()).isPositive();
            assertThat(ids.size() + buffer.lost()).isEqualTo(Programs.cell(cells, 0));
        }
    }

    private static Code perfOutput(BpfMap array, BpfMap cells, int pid) {
        Assembler code = new Assembler()
                .mov(R6, R1)
                .load(Size.DWORD, R7, R1, 8)
                .call(Helper.GET_CURRENT_PID_TGID)
                .rsh(R0, 32)
                .jumpIfNotEqual(R0, pid, "out");
        cell(code, cells, 0);
        return code.mov(R1, 1)
                .atomicAdd(Size.DWORD, R0, 0, R1)
                .store(Size.DWORD, R10, -16, R7)
                .mov(R1, R6)
                .loadMap(R2, array.fd())
                .loadConstant(R3, 0xffffffffL)
                .mov(R4, R10)
                .add(R4, -16)
                .mov(R5, 8)
                .call(Helper.PERF_EVENT_OUTPUT)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    @Test
    void allocatesNothingPerRecord() {
        try (BpfMap ring = BpfMap.create(MapSpec.ringBuffer("quiet", 1 << 18));
                BpfMap cells = Programs.cells(2);
                RingBuffer reader = RingBuffer.open(ring);
                BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("sender", sender(ring, cells)))) {
            long[] sum = new long[1];
            RecordHandler handler =
                    (memory, offset, length) -> sum[0] += length == 0 ? 0 : memory.get(ValueLayout.JAVA_LONG, offset);
            Allocation.assertNone(() -> {
                program.testRun(PACKET, new byte[0], 3_000);
                return () -> {
                    while (reader.poll(handler, 100) > 0) {}
                };
            });
            assertThat(sum[0]).isPositive();
        }
    }
}
