package dev.plumb.symbols;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stripped programs whose names and lines are in another file.
class DebugFilesTest {
    private static final String BUILD_ID = "00112233445566778899aabbccddeeff00112233";

    @TempDir
    private Path folder;

    private Path whole;
    private long marker;

    @BeforeEach
    void compile() throws IOException {
        whole = Target.compile("-g", "-O1", "-no-pie", "-Wl,--build-id=0x" + BUILD_ID);
        marker = ProcessTest.symbolAddress(whole, "marker");
    }

    @Test
    void hasNoNameForAStrippedProgramAlone() throws Exception {
        assertThat(describe(strip(), folder)).isEqualTo("? NO_SYMBOL");
    }

    @Test
    void readsTheDebugFileWithTheSameBuildId() throws Exception {
        Path debug = debugFile(folder.resolve("debug/.build-id/00/" + BUILD_ID.substring(2) + ".debug"), whole);
        assertThat(debug).exists();
        assertThat(describe(strip(), folder.resolve("debug"))).isEqualTo("marker:4");
    }

    @Test
    void refusesADebugFileWithAnotherBuildId() throws Exception {
        Path other = Target.compile("-g", "-O1", "-no-pie", "-Wl,--build-id=0xdeadbeef");
        debugFile(folder.resolve("debug/.build-id/00/" + BUILD_ID.substring(2) + ".debug"), other);
        assertThat(describe(strip(), folder.resolve("debug"))).isEqualTo("? NO_SYMBOL");
    }

    @Test
    void readsTheDebugFileThatTheProgramNames() throws Exception {
        for (String place : List.of("%s/named.debug", "%s/.debug/named.debug", "%s/debug%s/named.debug")) {
            Path home = Files.createTempDirectory(folder, "link");
            Path debug =
                    debugFile(Path.of(String.format(place, place.contains("/debug%s") ? folder : home, home)), whole);
            Path stripped = copy(home, "-S", "--add-gnu-debuglink=" + debug);
            assertThat(describe(stripped, folder.resolve("debug"))).as(place).isEqualTo("marker:4");
        }
    }

    @Test
    void refusesANamedDebugFileWithAnotherChecksum() throws Exception {
        Path debug = debugFile(folder.resolve("named.debug"), whole);
        Path stripped = copy(folder, "-S", "--add-gnu-debuglink=" + debug);
        Files.write(debug, new byte[] {0}, APPEND);
        assertThat(describe(stripped, folder)).isEqualTo("? NO_SYMBOL");
    }

    @Test
    void looksInTheRootOfTheProcessBeforeTheMachines() throws Exception {
        Path root = Files.createDirectories(folder.resolve("root"));
        Path stripped = strip();
        Path inside = root.resolve(stripped.toString().substring(1));
        Files.createDirectories(inside.getParent());
        Files.copy(stripped, inside);
        debugFile(root.resolve("usr/lib/debug/.build-id/00/" + BUILD_ID.substring(2) + ".debug"), whole);
        String maps = FakeProc.line(0x401000, 0x402000, 0x1000, inside).replace(inside.toString(), stripped.toString());
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            proc.process(5, 10, maps, root, 5, 0);
            Symbolized answer = symbolizer.symbolize(Source.process(5), marker).getFirst();
            assertThat(answer.frames().getFirst().symbol()).isEqualTo("marker");
        }
    }

    @Test
    void readsMiniDebugInformation() throws Exception {
        Path symbols = copy(folder, "--strip-debug", "--remove-section=.comment");
        run("xz", "-k", symbols.toString());
        Path stripped = copy(folder, "-S", "--add-section=.gnu_debugdata=" + symbols + ".xz");
        assertThat(describe(stripped, folder)).isEqualTo("marker");
    }

    @Test
    void namesWithTheSymbolTableIfTheDebugInformationIsDamaged() throws Exception {
        Path damaged = copy(folder);
        byte[] noise = new byte[4096];
        new Random(1).nextBytes(noise);
        Path file = Files.write(folder.resolve("noise"), noise);
        run("objcopy", "--update-section=.debug_info=" + file, damaged.toString());
        assertThat(describe(damaged, folder)).isEqualTo("marker");
    }

    @Test
    void saysSoIfAMappedFileIsCutShort() throws Exception {
        Path program = copy(folder);
        try (Symbolizer symbolizer = new Symbolizer();
                var channel = FileChannel.open(program, WRITE)) {
            Source source = Source.elfFile(program);
            assertThat(symbolizer.symbolize(source, marker).getFirst()).isInstanceOf(Symbolized.Frames.class);
            FileTime before = Files.getLastModifiedTime(program);
            channel.truncate(0);
            Files.setLastModifiedTime(program, before);
            // The size differs, so the file counts as another one, and as an empty one it is refused.
            assertThat(symbolizer.symbolize(source, marker).getFirst())
                    .isInstanceOfSatisfying(
                            Symbolized.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(UnknownReason.DAMAGED));
        }
    }

    @Test
    void survivesAFileThatIsCutShortBehindItsMapping() throws Exception {
        Path program = copy(folder);
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer();
                var channel = FileChannel.open(program, WRITE)) {
            proc.process(6, 10, FakeProc.line(0x401000, 0x402000, 0x1000, program));
            symbolizer.observe(6);
            channel.truncate(100);
            assertThat(symbolizer.symbolize(Source.process(6), marker).getFirst())
                    .isInstanceOfSatisfying(
                            Symbolized.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(UnknownReason.DAMAGED));
        }
    }

    private String describe(Path program, Path debugFolder) {
        SymbolizerOptions options = SymbolizerOptions.defaults().withDebugFolders(List.of(debugFolder));
        try (Symbolizer symbolizer = new Symbolizer(options)) {
            Symbolized answer =
                    symbolizer.symbolize(Source.elfFile(program), marker + 4).getFirst();
            Frame frame = answer.frames().getLast();
            return switch (answer) {
                case Symbolized.Unknown unknown -> "? " + unknown.reason();
                case Symbolized.Frames _ -> frame.symbol() + (frame.line() == 0 ? "" : ":" + frame.line());
            };
        }
    }

    private Path strip() throws Exception {
        return copy(folder, "-S");
    }

    private static Path debugFile(Path path, Path program) throws Exception {
        Files.createDirectories(path.getParent());
        run("objcopy", "--only-keep-debug", program.toString(), path.toString());
        return path;
    }

    private Path copy(Path home, String... options) throws Exception {
        Path copy = Files.createTempFile(home, "copy", "");
        List<String> command = new ArrayList<>(List.of("objcopy"));
        command.addAll(List.of(options));
        command.addAll(List.of(whole.toString(), copy.toString()));
        run(command.toArray(String[]::new));
        return copy;
    }

    static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s: %s", String.join(" ", command), output)
                .isZero();
    }
}
