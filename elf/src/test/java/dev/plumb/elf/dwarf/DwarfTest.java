package dev.plumb.elf.dwarf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DwarfTest {
    private static final long BUDGET = 16 << 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5", "-gdwarf64"})
    void tellsTheChainOfInlinedFunctions(String version) throws Exception {
        Path program = Programs.inlines("-g", version, "-O2");
        assertThat(chains(program)).contains("inner:4 < middle:7 < outer:10");
    }

    @Test
    void readsUnitsWithoutAnAddressIndex() throws Exception {
        Path program = Programs.inlines("-g", "-O2");
        Path bare = Programs.objcopy(folder, program, "--remove-section=.debug_aranges");
        assertThat(chains(bare)).contains("inner:4 < middle:7 < outer:10");
    }

    @Test
    void readsSharedEntriesFromTheFileThatDwzMovedThemTo() throws Exception {
        Path first = Files.copy(Programs.inlines("-g", "-O2"), folder.resolve("first"));
        // A second program with the same debug information, or dwz finds nothing to share.
        Path second = Files.copy(Programs.inlines("-g", "-O2", "-DUNUSED"), folder.resolve("second"));
        Path shared = folder.resolve("shared.debug");
        Programs.run("dwz", "-m", shared.toString(), first.toString(), second.toString());
        try (ElfFile file = ElfFile.open(first);
                ElfFile alternate = ElfFile.open(shared)) {
            assertThat(file.alternateLink()).isNotNull();
            assertThat(file.alternateLink().buildId()).isEqualTo(alternate.buildId());
            Dwarf dwarf = Dwarf.of(file, alternate, BUDGET);
            assertThat(chains(dwarf, Programs.address(first, "outer"))).contains("inner:4 < middle:7 < outer:10");
        }
    }

    @Test
    void hasNothingForAFileWithoutDebugInformation() throws Exception {
        try (ElfFile file = ElfFile.open(Programs.inlines())) {
            assertThat(Dwarf.of(file, null, BUDGET)).isNull();
        }
    }

    @Test
    void tellsNothingAboutAddressesOutsideItsUnits() throws Exception {
        try (ElfFile file = ElfFile.open(Programs.inlines("-g"))) {
            Dwarf dwarf = Dwarf.of(file, null, BUDGET);
            assertThat(dwarf.find(0)).isEmpty();
            assertThat(dwarf.find(-1)).isEmpty();
        }
    }

    @Test
    void forgetsUnitsBeyondItsBudgetAndStillAnswers() throws Exception {
        Path program = Programs.inlines("-g", "-O2");
        try (ElfFile file = ElfFile.open(program)) {
            Dwarf dwarf = Dwarf.of(file, null, 1);
            long outer = Programs.address(program, "outer");
            for (int i = 0; i < 3; i++) {
                assertThat(chains(dwarf, outer)).contains("inner:4 < middle:7 < outer:10");
            }
        }
    }

    @Test
    void namesTheSourceFileByItsWholePath() throws Exception {
        Path program = Programs.inlines("-g", "-O2");
        try (ElfFile file = ElfFile.open(program)) {
            List<SourceFrame> frames = Dwarf.of(file, null, BUDGET).find(Programs.address(program, "outer"));
            assertThat(frames.getLast().file()).startsWith("/").endsWith(".c");
            assertThat(Path.of(frames.getLast().file())).exists();
        }
    }

    @Test
    void refusesAHostileListOfRanges() {
        IntervalTable.Builder table = new IntervalTable.Builder();
        assertThatExceptionOfType(ElfException.class).isThrownBy(() -> {
            for (int i = 0; i < 10_000_000; i++) {
                table.add(i, i + 1, i);
            }
        });
    }

    private static List<String> chains(Path program) throws IOException, InterruptedException {
        try (ElfFile file = ElfFile.open(program)) {
            return chains(Dwarf.of(file, null, BUDGET), Programs.address(program, "outer"));
        }
    }

    /// The chains of the instructions of a function: `inner:4 < middle:7 < outer:10`.
    private static List<String> chains(Dwarf dwarf, long start) {
        return LongStream.range(start, start + 24)
                .mapToObj(dwarf::find)
                .map(frames -> frames.stream()
                        .map(frame -> frame.name() + ":" + frame.line())
                        .collect(Collectors.joining(" < ")))
                .distinct()
                .toList();
    }
}
