package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumb.ebpf.BpfException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Asks every question of damaged BTF: each is answered or refused, in bounded time and memory.
@Timeout(1200)
class BtfFuzzTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 20_000);
    private static final long MAX_ALLOCATED_BYTES = 16 << 20;
    private static final long MAX_NANOS = 20_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Random random = new Random(20260101);
    private final byte[] sound = SampleTypes.bytes();
    private final Btf base = SampleTypes.btf();
    private int opened;
    private int refused;

    @Test
    void answersOrRefusesDamagedBtf() {
        long mostBytes = 0;
        long mostNanos = 0;
        for (int input = 0; input < INPUTS; input++) {
            byte[] bytes = damaged();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            askAll(bytes);
            mostNanos = Math.max(mostNanos, System.nanoTime() - start);
            mostBytes = Math.max(mostBytes, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        }
        System.out.printf(
                "BTF fuzz: %d inputs, %d opened, %d questions refused, at most %d ms and %d KiB for one input%n",
                INPUTS, opened, refused, mostNanos / 1_000_000, mostBytes / 1024);
        assertThat(opened).isBetween(INPUTS / 10, INPUTS - 1);
        assertThat(refused).isPositive();
        assertThat(mostBytes).isLessThan(MAX_ALLOCATED_BYTES);
        assertThat(mostNanos).isLessThan(MAX_NANOS);
    }

    private byte[] damaged() {
        if (random.nextInt(20) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] bytes = sound.clone();
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int typesEnd = 24 + words.getInt(12);
        for (int i = 0; i <= random.nextInt(8); i++) {
            int word = random.nextInt(10) == 0 ? random.nextInt(6) : 6 + random.nextInt(typesEnd / 4 - 6);
            switch (random.nextInt(5)) {
                case 0 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                case 1 -> words.putInt(4 * word, random.nextInt(64));
                case 2 -> words.putInt(4 * word, random.nextInt());
                case 3 -> words.putInt(4 * word, words.getInt(4 * word) ^ 1 << random.nextInt(32));
                default -> words.putInt(4 * word, words.getInt(4 * random.nextInt(typesEnd / 4)));
            }
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    private void askAll(byte[] bytes) {
        Btf btf;
        try {
            btf = random.nextInt(8) == 0 ? Btf.of(ByteBuffer.wrap(bytes), base) : Btf.of(ByteBuffer.wrap(bytes));
        } catch (BpfException e) {
            return;
        }
        opened++;
        for (int id = 0; id <= btf.typeCount(); id++) {
            int type = id;
            ask(() -> btf.type(type));
            ask(() -> btf.print(type));
            ask(() -> btf.size(type));
            ask(() -> btf.resolved(type));
            ask(() -> btf.field(type, "inode.number"));
        }
        for (BtfType type : SampleTypes.all()) {
            ask(() -> btf.find(type.name(), type.getClass()));
        }
        for (String path :
                new String[] {"others[2].inodes[1].number", "high", "level", "hidden.x", "name[3]", "delta"}) {
            ask(() -> btf.field("file", path));
            ask(() -> btf.hasField("file_t", path));
        }
        ask(() -> btf.field("fiel", "x"));
        ask(() -> btf.signature("read"));
        ask(() -> btf.tracepoint("file_open"));
        ask(() -> btf.enumValue("color", "INFRARED"));
        ask(() -> btf.enumValue("FLAG_HIGH"));
        ask(() -> btf.functions("*r*").toList());
    }

    private void ask(Supplier<Object> question) {
        try {
            assertThat(question.get()).isNotNull();
        } catch (BpfException e) {
            refused++;
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
