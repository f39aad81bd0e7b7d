package dev.plumb.symbols;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Code compiled at run time, as perf maps and jitdump files tell about it, and what can be wrong with them.
class JitTest {
    private static final long CODE = 0x7f0000000000L;

    @TempDir
    private Path folder;

    private FakeProc proc;
    private Path root;

    @BeforeEach
    void startAProcessWithItsOwnRootAndNumber() throws IOException {
        proc = new FakeProc();
        root = folder.resolve("container");
        Files.createDirectories(root.resolve("tmp"));
        int user = (int) Files.getAttribute(root, "unix:uid");
        proc.process(4711, 100, "7f0000000000-7f0000100000 rwxp 00000000 00:00 0 \n", root, 17, user);
    }

    @AfterEach
    void clean() throws IOException {
        proc.close();
    }

    @Test
    void findsThePerfMapUnderTheRootAndNumberOfTheProcess() throws IOException {
        map("7f0000000100 40 String::hashCode\n");
        assertThat(name(CODE + 0x110)).isEqualTo("String::hashCode+16");
        assertThat(name(CODE + 0x140)).isEmpty();
    }

    @Test
    void readsNumbersWithAndWithoutPrefix() throws IOException {
        map("0x7f0000000100 0x40 with prefix\n7f0000000200 40 without\n");
        assertThat(name(CODE + 0x100)).isEqualTo("with prefix+0");
        assertThat(name(CODE + 0x200)).isEqualTo("without+0");
    }

    @Test
    void passesOverBadLinesAndKeepsTheGoodOnes() throws IOException {
        map("garbage\n\n7f0000000100\n7f0000000100 zz f\n7f0000000100 40\nffffffffffffffff ffffffffffffffff wraps\n"
                + "7f0000000300 0 empty\n7f0000000200 40 good\n11112222333344445 40 long\n7f0000000400 40 cut");
        assertThat(name(CODE + 0x200)).isEqualTo("good+0");
        assertThat(name(CODE + 0x100)).isEmpty();
        assertThat(name(CODE + 0x400)).isEmpty();
    }

    @Test
    void takesTheLastOfOverlappingFunctions() throws IOException {
        map("7f0000000100 100 old\n7f0000000140 40 new\n");
        assertThat(name(CODE + 0x13f)).isEqualTo("old+63");
        assertThat(name(CODE + 0x140)).isEqualTo("new+0");
        assertThat(name(CODE + 0x180)).isEqualTo("old+128");
    }

    @Test
    void readsTheMapAgainWhenItHasChanged() throws IOException {
        try (Symbolizer symbolizer = proc.symbolizer()) {
            map("7f0000000100 40 first\n");
            assertThat(name(symbolizer, CODE + 0x100)).isEqualTo("first+0");
            Path file = map("7f0000000100 40 second\n7f0000000200 40 more\n");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
            assertThat(name(symbolizer, CODE + 0x100)).isEqualTo("second+0");
            assertThat(name(symbolizer, CODE + 0x200)).isEqualTo("more+0");
        }
    }

    @Test
    void remembersCodeThatANewMapHasNoMore() throws IOException {
        try (Symbolizer symbolizer = proc.symbolizer()) {
            map("7f0000000100 40 moved\n");
            assertThat(name(symbolizer, CODE + 0x100)).isEqualTo("moved+0");
            map("7f0000000500 40 moved here\n");
            assertThat(name(symbolizer, CODE + 0x100)).isEqualTo("moved+0");
            assertThat(name(symbolizer, CODE + 0x500)).isEqualTo("moved here+0");
        }
    }

    @Test
    void refusesALinkToAnotherFile() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "7f0000000100 40 spoofed\n");
        Files.createSymbolicLink(root.resolve("tmp/perf-17.map"), secret);
        assertThat(problem()).contains("is refused: not a plain file");
    }

    @Test
    void refusesTheMapOfAnotherUser() throws IOException {
        Path map = map("7f0000000100 40 spoofed\n");
        int owner = (int) Files.getAttribute(map, "unix:uid");
        if (owner == 0) {
            Files.setAttribute(map, "unix:uid", 12345);
            owner = 12345;
        } else {
            proc.process(4711, 100, "7f0000000000-7f0000100000 rwxp 00000000 00:00 0 \n", root, 17, owner + 1);
        }
        assertThat(problem()).contains("it belongs to user " + owner);
    }

    @Test
    void refusesAHugeMap() throws IOException {
        Path map = map("7f0000000100 40 spoofed\n");
        try (FileChannel channel = FileChannel.open(map, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), JitFile.MAX_BYTES + 1);
        }
        assertThat(problem()).contains("larger than 128 MiB");
    }

    @Test
    void saysWhatWouldHelpWithoutAMap() {
        assertThat(problem()).contains("no /tmp/perf-17.map").contains("--perf-basic-prof");
    }

    @Test
    void tellsJavaWhatToRun() throws IOException {
        Path jvm = Files.createFile(folder.resolve("libjvm.so"));
        String maps = "7f0000000000-7f0000100000 rwxp 00000000 00:00 0 \n"
                + FakeProc.line(CODE + 0x1000000, CODE + 0x1001000, 0, jvm);
        proc.process(4711, 101, maps, root, 17, 0);
        assertThat(problem()).contains("jcmd 4711 Compiler.perfmap");
    }

    @Test
    void splitsTheNamesOfJavaScriptAndPython() {
        assertThat(JitName.of("JS:*fib /srv/app.js:12:17", FrameKind.JIT))
                .isEqualTo(new JitName("fib", "/srv/app.js", 12, FrameKind.JAVASCRIPT));
        assertThat(JitName.of("LazyCompile:~ node:internal/main:1:2", FrameKind.JIT))
                .isEqualTo(new JitName("(anonymous)", "node:internal/main", 1, FrameKind.JAVASCRIPT));
        assertThat(JitName.of("py::handle:/srv/app.py", FrameKind.JIT))
                .isEqualTo(new JitName("handle", "/srv/app.py", 0, FrameKind.PYTHON));
        assertThat(JitName.of("Ljava/lang/String;::hashCode", FrameKind.JAVA).kind())
                .isEqualTo(FrameKind.JAVA);
    }

    @Test
    void survivesDamagedMaps() throws IOException {
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        Random random = new Random(6);
        byte[] whole = "7f0000000100 40 first\n0x7f0000000120 80 second one\n7f0000000100 10 third\n".getBytes(UTF_8);
        int named = 0;
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = whole.clone();
            for (int j = random.nextInt(12); j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            JitTable table =
                    PerfMapReader.read(new ByteArrayInputStream(bytes, 0, random.nextInt(bytes.length + 1)), 1000);
            for (long address = CODE + 0xf0; address < CODE + 0x1c0; address += 16) {
                int row = table.find(address);
                named += row >= 0 && !table.name(row).isEmpty() ? 1 : 0;
            }
        }
        System.out.printf("JitTest: %d perf maps, %d names%n", inputs, named);
        assertThat(named).isPositive();
    }

    @Test
    void survivesABinaryMap() throws IOException {
        byte[] noise = new byte[1 << 20];
        new Random(8).nextBytes(noise);
        Files.write(root.resolve("tmp/perf-17.map"), noise);
        assertThat(problem()).contains("not in the process's perf map");
    }

    @Test
    void survivesManyOverlappingFunctions() throws IOException {
        StringBuilder map = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            map.append(Long.toHexString(CODE + i % 1000))
                    .append(" 10000 f")
                    .append(i)
                    .append('\n');
        }
        JitTable table =
                PerfMapReader.read(new ByteArrayInputStream(map.toString().getBytes(ISO_8859_1)), 1 << 30);
        assertThat(table.name(table.find(CODE + 999))).isEqualTo("f299999");
        assertThat(table.count()).isLessThan(2001);
    }

    @Test
    void readsJitdumpWithCodeThatMoves() throws IOException {
        Path dump = Files.write(root.resolve("tmp/jit-17.dump"), jitdump());
        String maps = "7f0000000000-7f0000100000 rwxp 00000000 00:00 0 \n"
                + String.format(
                        "7f1000000000-7f1000001000 r-xp 0 fe:00 %d /tmp/jit-17.dump%n",
                        (long) Files.getAttribute(dump, "unix:ino"));
        proc.process(4711, 102, maps, root, 17, (int) Files.getAttribute(root, "unix:uid"));
        assertThat(name(CODE + 0x108)).isEqualTo("loaded+8");
        assertThat(name(CODE + 0x204)).isEqualTo("moves+4");
        assertThat(name(CODE + 0x304)).isEqualTo("moves+4");
    }

    @Test
    void survivesDamagedJitdump() throws IOException {
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        Random random = new Random(9);
        byte[] whole = jitdump();
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = whole.clone();
            for (int j = random.nextInt(8); j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            JitTable table =
                    JitDumpReader.read(new ByteArrayInputStream(bytes, 0, random.nextInt(bytes.length + 1)), 1 << 20);
            table.find(CODE + 0x100);
        }
        System.out.printf("JitTest: %d jitdump files%n", inputs);
        assertThat(inputs).isPositive();
    }

    private static byte[] jitdump() {
        ByteBuffer out = ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0x4a695444)
                .putInt(1)
                .putInt(40)
                .putInt(62)
                .putInt(0)
                .putInt(17)
                .putLong(0)
                .putLong(0);
        load(out, CODE + 0x100, 0x20, 1, "loaded");
        load(out, CODE + 0x200, 0x20, 2, "moves");
        out.putInt(2).putInt(24).putLong(0).putLong(99); // A kind of record that is passed over.
        out.putInt(1).putInt(64).putLong(0).putInt(17).putInt(17);
        out.putLong(0).putLong(CODE + 0x200).putLong(CODE + 0x300).putLong(0x20).putLong(2);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void load(ByteBuffer out, long address, int size, long index, String name) {
        byte[] text = name.getBytes(UTF_8);
        out.putInt(0)
                .putInt(16 + 40 + text.length + 1 + size)
                .putLong(0)
                .putInt(17)
                .putInt(17);
        out.putLong(address).putLong(address).putLong(size).putLong(index);
        out.put(text).put((byte) 0).put(new byte[size]);
    }

    private Path map(String text) throws IOException {
        return Files.writeString(root.resolve("tmp/perf-17.map"), text);
    }

    private String name(long address) {
        try (Symbolizer symbolizer = proc.symbolizer()) {
            return name(symbolizer, address);
        }
    }

    private static String name(Symbolizer symbolizer, long address) {
        Symbolized answer = symbolizer.symbolize(Source.process(4711), address).getFirst();
        Frame frame = answer.frames().getFirst();
        return answer instanceof Symbolized.Unknown ? "" : frame.symbol() + "+" + frame.offset();
    }

    private String problem() {
        try (Symbolizer symbolizer = proc.symbolizer()) {
            Symbolized answer =
                    symbolizer.symbolize(Source.process(4711), CODE + 0x100).getFirst();
            assertThat(answer).isInstanceOf(Symbolized.Unknown.class);
            Symbolized.Unknown unknown = (Symbolized.Unknown) answer;
            assertThat(unknown.reason()).isEqualTo(UnknownReason.NO_JIT_MAP);
            return unknown.detail();
        }
    }
}
