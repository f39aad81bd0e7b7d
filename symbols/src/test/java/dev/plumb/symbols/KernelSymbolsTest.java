package dev.plumb.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSymbolsTest {
    private static final String KALLSYMS = """
            0000000000000000 A fixed_percpu_data
            ffffffff81000000 T _stext
            ffffffff81000000 T _text
            ffffffff81000100 t helper
            ffffffff81000200 W weak_thing
            ffffffff81000300 T _etext
            ffffffffc0300000 t mod_fn\t[ext4]
            ffffffffc0200000 t bpf_prog_6deef7357e7b4530_count\t[bpf]
            ffffffffc0200100 t bpf_prog_7a2f_other\t[bpf]
            """;

    @TempDir
    private Path folder;

    @Test
    void namesAnExactHitAndTheLastByteOfASymbol() throws IOException {
        assertThat(name(KALLSYMS, 0xffffffff81000100L)).isEqualTo("helper+0 kernel");
        assertThat(name(KALLSYMS, 0xffffffff810001ffL)).isEqualTo("helper+255 kernel");
        assertThat(name(KALLSYMS, 0xffffffff81000200L)).isEqualTo("weak_thing+0 kernel");
    }

    @Test
    void takesTheFirstOfSeveralNamesAsTheKernelDoes() throws IOException {
        assertThat(name(KALLSYMS, 0xffffffff81000000L)).isEqualTo("_stext+0 kernel");
    }

    @Test
    void namesModulesAndBpfProgramsThatComeUnsorted() throws IOException {
        assertThat(name(KALLSYMS, 0xffffffffc0200010L)).isEqualTo("bpf_prog_6deef7357e7b4530_count+16 bpf");
        assertThat(name(KALLSYMS, 0xffffffffc0200100L)).isEqualTo("bpf_prog_7a2f_other+0 bpf");
        assertThat(name(KALLSYMS, 0xffffffffc0300004L)).isEqualTo("mod_fn+4 ext4");
    }

    @Test
    void namesTheCallAndNotTheNextFunctionForAReturnAddress() throws IOException {
        try (Symbolizer symbolizer = new Symbolizer()) {
            Source source = new Source.Kernel(write(KALLSYMS));
            Symbolized after =
                    symbolizer.symbolizeReturns(source, 0xffffffff81000200L).getFirst();
            assertThat(after.frames().getFirst().symbol()).isEqualTo("helper");
            assertThat(after.frames().getFirst().offset()).isEqualTo(256);
            assertThat(after.address()).isEqualTo(0xffffffff81000200L);
        }
    }

    @Test
    void doesNotStretchTheLastSymbolOfAModule() throws IOException {
        assertThat(unknown(KALLSYMS, 0xffffffffc0280000L).reason()).isEqualTo(UnknownReason.NO_SYMBOL);
        assertThat(unknown(KALLSYMS, 0x4000_0000L).reason()).isEqualTo(UnknownReason.NO_SYMBOL);
    }

    @Test
    void saysWhyAllAddressesAreZero() throws IOException {
        Symbolized.Unknown answer = unknown("0000000000000000 T _stext\n0000000000000000 T vfs_read\n", -5);
        assertThat(answer.reason()).isEqualTo(UnknownReason.NOT_PERMITTED);
        assertThat(answer.detail()).contains("kptr_restrict");
    }

    @Test
    void saysThatAFileHoldsNoSymbols() throws IOException {
        assertThat(unknown("hello\nworld\n", -5).reason()).isEqualTo(UnknownReason.DAMAGED);
        assertThat(unknown("", -5).detail()).contains("holds no symbols");
    }

    @Test
    void saysThatAFileIsMissing() {
        try (Symbolizer symbolizer = new Symbolizer()) {
            Symbolized answer = symbolizer
                    .symbolize(new Source.Kernel(folder.resolve("none")), -5)
                    .getFirst();
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            Symbolized.Unknown.class,
                            unknown -> assertThat(unknown.detail()).contains("is not there"));
        }
    }

    @Test
    void findsProgramsThatWereLoadedAfterTheFirstLook() throws Exception {
        Path proc = Files.createDirectories(folder.resolve("proc"));
        Path kallsyms = Files.writeString(proc.resolve("kallsyms"), KALLSYMS);
        try (Symbolizer symbolizer = new Symbolizer(SymbolizerOptions.defaults().withProc(proc))) {
            long later = 0xffffffffc0280040L;
            assertThat(symbolizer.symbolize(Source.kernel(), later).getFirst()).isInstanceOf(Symbolized.Unknown.class);
            Files.writeString(kallsyms, KALLSYMS + "ffffffffc0280000 t bpf_prog_99_late\t[bpf]\n");
            Thread.sleep(1100); // Misses read the symbols again at most once a second.
            assertThat(symbolizer
                            .symbolize(Source.kernel(), later)
                            .getFirst()
                            .frames()
                            .getFirst()
                            .symbol())
                    .isEqualTo("bpf_prog_99_late");
        }
    }

    @Test
    void survivesDamagedFiles() throws IOException {
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        Random random = new Random(4);
        byte[] whole = KALLSYMS.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = whole.clone();
            for (int j = random.nextInt(40); j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Kallsyms symbols = KallsymsReader.read(new ByteArrayInputStream(bytes, 0, random.nextInt(bytes.length)));
            for (int j = 0; j < 4; j++) {
                int row = symbols.find(0xffffffff81000000L + random.nextInt(1024));
                if (row >= 0) {
                    symbols.name(row);
                    symbols.module(row);
                }
            }
        }
        System.out.printf("KernelSymbolsTest: %d inputs%n", inputs);
        assertThat(inputs).isPositive();
    }

    @Test
    void passesOverLinesThatAreTooLong() throws IOException {
        String text = "ffffffff81000000 T " + "x".repeat(1_000_000) + "\n" + KALLSYMS;
        assertThat(name(text, 0xffffffff81000100L)).isEqualTo("helper+0 kernel");
    }

    private Path write(String kallsyms) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "kallsyms", ""), kallsyms);
    }

    private String name(String kallsyms, long address) throws IOException {
        try (Symbolizer symbolizer = new Symbolizer()) {
            Frame frame = symbolizer
                    .symbolize(new Source.Kernel(write(kallsyms)), address)
                    .getFirst()
                    .frames()
                    .getFirst();
            assertThat(frame.kind()).isEqualTo(FrameKind.KERNEL);
            return frame.symbol() + "+" + frame.offset() + " " + frame.module();
        }
    }

    private Symbolized.Unknown unknown(String kallsyms, long address) throws IOException {
        try (Symbolizer symbolizer = new Symbolizer()) {
            return (Symbolized.Unknown) symbolizer
                    .symbolize(new Source.Kernel(write(kallsyms)), address)
                    .getFirst();
        }
    }
}
