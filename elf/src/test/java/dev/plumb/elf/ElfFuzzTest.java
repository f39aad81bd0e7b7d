package dev.plumb.elf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.elf.dwarf.Dwarf;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files of every kind: each must be read or refused with an [ElfException], soon, and in bounded memory.
class ElfFuzzTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 20_000);
    /// Far above what one input takes; a hang is minutes.
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void survivesDamagedFiles() throws Exception {
        Path[] seeds = {
            Programs.inlines("-g", "-O2"),
            Programs.inlines("-gdwarf-4", "-O2"),
            Programs.objcopy(folder, Programs.inlines("-g", "-O2"), "--compress-debug-sections=zlib"),
            Programs.objcopy(folder, Programs.inlines("-g", "-O2"), "--compress-debug-sections=zstd"),
            Programs.objcopy(folder, Programs.inlines("-g", "-O2"), "--only-keep-debug"),
        };
        Random random = new Random(1);
        int refused = 0;
        int ran = 0;
        for (Path seed : seeds) {
            byte[] whole = Files.readAllBytes(seed);
            int[] interesting = interesting(whole);
            for (int i = 0; i < INPUTS / seeds.length; i++, ran++) {
                byte[] bytes = damaged(whole, interesting, random);
                long before = System.nanoTime();
                refused += read(bytes) ? 0 : 1;
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(LIMIT);
            }
        }
        System.out.printf("ElfFuzzTest: %d inputs, %d refused%n", ran, refused);
        assertThat(refused).as("some damage must be noticed").isPositive().isLessThan(ran);
    }

    /// Offsets inside headers and debug sections, where damage matters.
    private static int[] interesting(byte[] whole) {
        ElfFile file = ElfFile.of("seed", MemorySegment.ofArray(whole));
        return IntStream.concat(
                        IntStream.range(0, 64 * 14),
                        file.sections().stream()
                                .filter(s -> s.present() && s.name().matches("\\.debug.*|\\.symtab|\\.rela.*|\\.plt.*"))
                                .flatMapToInt(s -> IntStream.range(
                                        (int) s.offset(), (int) (s.offset() + Math.min(s.size(), 4000)))))
                .toArray();
    }

    private static byte[] damaged(byte[] whole, int[] interesting, Random random) {
        byte[] bytes = random.nextInt(8) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        int changes = random.nextInt(12);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(4) == 0
                    ? random.nextInt(whole.length)
                    : interesting[random.nextInt(interesting.length)];
            if (at < bytes.length) {
                bytes[at] = switch (random.nextInt(4)) {
                    case 0 -> 0;
                    case 1 -> -1;
                    case 2 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                    default -> (byte) random.nextInt();
                };
            }
        }
        return bytes;
    }

    /// Reads all there is; returns whether it was sound.
    private static boolean read(byte[] bytes) {
        try (ElfFile file = ElfFile.of("fuzz", MemorySegment.ofArray(bytes))) {
            file.buildId();
            file.debugLink();
            file.alternateLink();
            SymbolTable table = SymbolTable.of(file);
            for (int row = 0; row < table.count(); row++) {
                table.name(row);
            }
            Dwarf dwarf = Dwarf.of(file, null, 1 << 20);
            for (long address = 0x1000; dwarf != null && address < 0x1300; address += 3) {
                dwarf.find(address);
            }
            MiniDebugInfo.of(file);
            return true;
        } catch (ElfException e) {
            return false;
        }
    }
}
