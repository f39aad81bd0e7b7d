package dev.plumb.elf.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdDecoderTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-3", "-9", "-19", "--fast=5"})
    void decodesWhatTheReferenceEncoderWrites(String level) throws Exception {
        for (byte[] plain : samples()) {
            assertThat(ZstdDecoder.decode(encode(plain, level), plain.length)).isEqualTo(plain);
        }
    }

    @Test
    void decodesFramesOneAfterAnother() throws Exception {
        byte[] first = encode(samples()[1], "-3");
        byte[] twice = Arrays.copyOf(first, first.length * 2);
        System.arraycopy(first, 0, twice, first.length, first.length);
        assertThat(ZstdDecoder.decode(twice, samples()[1].length * 2)).hasSize(samples()[1].length * 2);
    }

    @Test
    void stopsAtTheLimit() throws Exception {
        byte[] bomb = encode(new byte[10_000_000], "-19");
        assertThat(bomb.length).isLessThan(2000);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ZstdDecoder.decode(bomb, 1000));
    }

    @Test
    void survivesDamagedData() throws Exception {
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 10_000);
        byte[] whole = encode(Arrays.copyOf(samples()[1], 3000), "-19");
        Random random = new Random(3);
        int refused = 0;
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = random.nextInt(10) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int j = random.nextInt(6); j > 0 && bytes.length > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                ZstdDecoder.decode(bytes, 100_000);
            } catch (IndexOutOfBoundsException e) {
                refused++;
            }
        }
        System.out.printf("ZstdDecoderTest: %d inputs, %d refused%n", inputs, refused);
        assertThat(refused).isPositive();
    }

    private static byte[][] samples() {
        Random random = new Random(11);
        byte[] noise = new byte[70_000];
        random.nextBytes(noise);
        StringBuilder words = new StringBuilder();
        while (words.length() < 400_000) {
            words.append("DW_AT_")
                    .append(Integer.toHexString(random.nextInt(500)))
                    .append(' ');
        }
        byte[] text = words.toString().getBytes(StandardCharsets.UTF_8);
        byte[] skewed = new byte[50_000];
        for (int i = 0; i < skewed.length; i++) {
            skewed[i] = (byte) Math.abs(random.nextGaussian() * 12);
        }
        return new byte[][] {new byte[0], text, noise, new byte[300_000], skewed, {42}};
    }

    private byte[] encode(byte[] plain, String level) throws IOException, InterruptedException {
        Path file = Files.write(folder.resolve("plain"), plain);
        Path packed = folder.resolve("packed");
        Process process = new ProcessBuilder("zstd", "-q", "-f", level, file.toString(), "-o", packed.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllBytes(packed);
    }
}
