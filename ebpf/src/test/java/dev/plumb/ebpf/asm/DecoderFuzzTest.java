package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
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
        for (int input = 0; input < INPUTS; input++) {
            byte[] bytes = switch (input % 3) {
                case 0 -> noise(random);
                case 1 -> corrupted(random, instructions);
                default -> plausible(random);
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

    private static byte[] corrupted(Random random, RandomInstructions instructions) {
        List<Instruction> program = instructions.program(1 + random.nextInt(64));
        var sources = Collections.nCopies(program.size(), SourceLine.UNKNOWN);
        byte[] bytes = new Code(program, sources, new TreeMap<>(), "main").encode();
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    /// Short programs of instructions that stay inside them, so that the flow check gets far.
    private static byte[] plausible(Random random) {
        byte[] bytes = new byte[8 * (1 + random.nextInt(16))];
        byte[] opcodes = {(byte) 0xb7, (byte) 0xbf, 0x05, 0x15, (byte) 0x85, 0x79, 0x7b, (byte) 0x95, 0x0f, (byte) 0xdb
        };
        for (int at = 0; at < bytes.length; at += 8) {
            byte opcode = opcodes[random.nextInt(opcodes.length)];
            bytes[at] = at + 8 == bytes.length ? (byte) 0x95 : opcode;
            boolean jumps = opcode == 0x05 || opcode == 0x15;
            boolean calls = opcode == (byte) 0x85;
            if (bytes[at] != (byte) 0x95) {
                bytes[at + 1] = (byte) (calls ? random.nextInt(2) << 4 : jumps ? 0 : random.nextInt(11));
                bytes[at + 2] = (byte) (jumps ? random.nextInt(6) : 0);
                bytes[at + 4] = (byte) (calls ? random.nextInt(10) : 0);
            }
        }
        return bytes;
    }
}
