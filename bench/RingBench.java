import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.ring.RingBuffer;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Reads records of 128 bytes from a ring buffer that a program has filled, and loads a program, many times over.
final class RingBench {
    private static final int RECORD_BYTES = 128;
    private static final int RECORDS = 400_000;
    private static final int ROUNDS = 30;
    private static final int LOADS = 300;

    private RingBench() {}

    public static void main(String[] args) {
        readThroughput();
        loadTime();
    }

    private static Code sender(BpfMap ring) {
        return new Assembler("sender")
                .loadMap(R1, ring.fd())
                .mov(R2, RECORD_BYTES)
                .mov(R3, 0)
                .call(Helper.RINGBUF_RESERVE)
                .jumpIfEqual(R0, 0, "out")
                .mov(R1, 1)
                .store(Size.DWORD, R0, 0, R1)
                .mov(R1, R0)
                .mov(R2, 0)
                .call(Helper.RINGBUF_SUBMIT)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    private static void readThroughput() {
        double[] rates = new double[ROUNDS];
        long[] sum = new long[1];
        try (BpfMap ring = BpfMap.create(MapSpec.ringBuffer("bench", 1 << 26));
                RingBuffer reader = RingBuffer.open(ring);
                BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("sender", sender(ring)))) {
            for (int round = 0; round < ROUNDS; round++) {
                program.testRun(new byte[64], new byte[0], RECORDS);
                long start = System.nanoTime();
                int read = reader.poll(
                        (memory, offset, length) -> sum[0] += memory.get(ValueLayout.JAVA_LONG, offset), RECORDS);
                rates[round] = read / ((System.nanoTime() - start) / 1e3);
                if (read != RECORDS) {
                    throw new IllegalStateException(read + " of " + RECORDS + " records");
                }
            }
        }
        if (sum[0] != (long) ROUNDS * RECORDS) {
            throw new IllegalStateException("sum=" + sum[0]);
        }
        Arrays.sort(rates);
        System.out.printf(
                "ring read, %d-byte records, one core: median %.1f, best %.1f million records/s (%d rounds of %d)%n",
                RECORD_BYTES, rates[ROUNDS / 2], rates[ROUNDS - 1], ROUNDS, RECORDS);
    }

    private static void loadTime() {
        double[] micros = new double[LOADS];
        try (BpfMap ring = BpfMap.create(MapSpec.ringBuffer("bench", 1 << 16))) {
            for (int i = 0; i < LOADS; i++) {
                long start = System.nanoTime();
                BpfProgram.load(ProgramSpec.socketFilter("sender", sender(ring))).close();
                micros[i] = (System.nanoTime() - start) / 1e3;
            }
        }
        double first = micros[0];
        Arrays.sort(micros);
        System.out.printf(
                "assemble, load and close a 13-instruction program: first %.0f us, median %.0f us, best %.0f us%n",
                first, micros[LOADS / 2], micros[0]);
    }
}
