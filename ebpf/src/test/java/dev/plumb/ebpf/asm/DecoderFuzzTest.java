package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecoderFuzzTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 30_000);

    /// A generous bound on what decoding, disassembling and checking may allocate for one slot.
    private static final long BYTES_PER_SLOT = 8_192;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private int accepted;
    private int refused;

    @Test
    void takesAnyBytes() {
        var random = new Random(7);
        var instructions = new RandomInstructions(random);
        var flows = new RandomFlows(random);
        for (int input = 0; input < INPUTS; input++) {
            byte[] bytes = switch (input % 3) {
                case 0 -> noise(random);
                case 1 ->
                    corrupted(
                            random,
                            RandomFlows.code(instructions.program(1 + random.nextInt(64)))
                                    .encode());
                default -> corrupted(random, flows.next().encode());
            };
            long before = THREADS.getCurrentThreadAllocatedBytes();
            take(bytes);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).isLessThan(BYTES_PER_SLOT * (bytes.length / 8 + 8));
        }
        assertThat(accepted).isPositive();
        assertThat(refused).isPositive();
        System.out.println(
                "decoder fuzz: " + INPUTS + " inputs, flow check accepted " + accepted + " and refused " + refused);
    }

    private void take(byte[] bytes) {
        Code code = Code.decode(bytes);
        if (!Arrays.equals(code.encode(), bytes)) {
            throw new AssertionError("encodes to other bytes: " + code);
        }
        Disassembler.text(code);
        try {
            FlowCheck.check(code);
            accepted++;
        } catch (AssemblyException expected) {
            refused++;
        }
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[8 * random.nextInt(65)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] corrupted(Random random, byte[] bytes) {
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
