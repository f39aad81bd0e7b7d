package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Damaged files end in an IOException or in a profile: never in another failure, a hang, or memory without bound.
class MalformedInputTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 20_000);
    /// What reading one small damaged file may allocate: far above what a whole one needs.
    private static final long MAX_ALLOCATED = 64L << 20;

    private long accepted;
    private long mostAllocated;

    @ParameterizedTest
    @MethodSource("dev.plumb.profile.format.Formats#readable")
    void survivesDamage(Format format) throws IOException {
        Random random = new Random(7);
        byte[] whole = Bytes.write(format, SampleProfiles.small());
        int inputs = 0;
        for (int length = 0; length < whole.length; length += Math.max(1, whole.length / 2_000)) {
            read(format, Arrays.copyOf(whole, length));
            inputs++;
        }
        boolean zipped = whole[0] == 0x1f;
        byte[] plain = zipped ? unzip(whole) : whole;
        while (inputs < INPUTS) {
            byte[] damaged = damage(plain, random);
            read(format, zipped && random.nextBoolean() ? zip(damaged) : damaged);
            inputs++;
        }
        System.out.printf(
                "%s: %d damaged inputs, %d still readable, most allocated for one %d KiB%n",
                format.name(), inputs, accepted, mostAllocated >> 10);
        assertThat(accepted).isLessThan(inputs);
    }

    private void read(Format format, byte[] bytes) {
        long before = allocated();
        try {
            Bytes.read(format, bytes).totals();
            accepted++;
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        } catch (RuntimeException | Error e) {
            fail("format " + format.name() + " input " + HexFormat.of().formatHex(bytes), e);
        }
        long used = allocated() - before;
        mostAllocated = Math.max(mostAllocated, used);
        assertThat(used).isLessThan(MAX_ALLOCATED);
    }

    private static byte[] damage(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = (byte) 0xff;
                case 3 -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(32), bytes.length - Math.max(at, from));
                    System.arraycopy(whole, from, bytes, at, length);
                }
                default -> {
                    int cut = random.nextInt(Math.min(16, bytes.length));
                    byte[] shorter = Arrays.copyOf(bytes, bytes.length - cut);
                    System.arraycopy(
                            bytes,
                            Math.min(at + cut, bytes.length),
                            shorter,
                            Math.min(at, shorter.length),
                            Math.max(0, Math.min(bytes.length - at - cut, shorter.length - at)));
                    bytes = shorter;
                }
            }
        }
        return bytes;
    }

    private static byte[] unzip(byte[] bytes) throws IOException {
        return new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
    }

    private static byte[] zip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        }
        return out.toByteArray();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
