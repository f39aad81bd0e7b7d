package dev.plumb.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolizerTest {
    @TempDir
    private Path folder;

    @Test
    void answersInTheOrderAsked() throws IOException {
        Path program = Target.compile("-no-pie");
        long marker = ProcessTest.symbolAddress(program, "marker");
        long main = ProcessTest.symbolAddress(program, "main");
        try (Symbolizer symbolizer = new Symbolizer()) {
            assertThat(symbolizer.symbolize(Source.elfFile(program), main, 0, marker, main).stream()
                            .map(answer -> answer.frames().getFirst().symbol()))
                    .containsExactly("main", "", "marker", "main");
        }
    }

    @Test
    void saysThatAFileIsMissingOrNoProgram() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "hello");
        try (Symbolizer symbolizer = new Symbolizer()) {
            assertThat(reason(symbolizer, folder.resolve("none"))).isEqualTo(UnknownReason.FILE_UNAVAILABLE);
            assertThat(reason(symbolizer, text)).isEqualTo(UnknownReason.DAMAGED);
            assertThat(reason(symbolizer, folder)).isEqualTo(UnknownReason.FILE_UNAVAILABLE);
        }
    }

    private static UnknownReason reason(Symbolizer symbolizer, Path file) {
        return ((Symbolized.Unknown)
                        symbolizer.symbolize(Source.elfFile(file), 1).getFirst())
                .reason();
    }

    @Test
    void mapsALibraryOnceHoweverManyProcessesUseIt() throws IOException {
        Path program = Target.compile("-no-pie");
        Path copy = Target.copy(folder, program);
        try (FakeProc proc = new FakeProc();
                ModuleCache modules =
                        new ModuleCache(new DebugFiles(List.of(), new Debuginfod(List.of(), folder)), 1 << 20)) {
            ProcessCache processes = new ProcessCache(proc.files(), modules, 100);
            for (int pid = 1; pid <= 50; pid++) {
                Path file = pid % 2 == 0 ? program : copy;
                proc.process(pid, 5, FakeProc.line(0x401000, 0x402000, 0x1000, file));
                assertThat(processes.find(Source.process(pid))).isNotNull();
            }
            assertThat(modules.count()).isEqualTo(1);
        }
    }

    @Test
    void forgetsTheSymbolsUsedLongestAgoBeyondItsBudget() throws IOException {
        Path first = Target.compile("-no-pie", "-g");
        Path second = Target.compile("-no-pie", "-g", "-O2");
        SymbolizerOptions options = SymbolizerOptions.defaults();
        long inFirst = ProcessTest.symbolAddress(first, "marker");
        long inSecond = ProcessTest.symbolAddress(second, "marker");
        // Room for the symbols of one file but not of both; each takes more than 16 KiB with its debug information.
        try (ModuleCache modules =
                new ModuleCache(new DebugFiles(List.of(), new Debuginfod(List.of(), folder)), 30_000)) {
            NativeModule one = modules.open(first, "first", List.of());
            NativeModule two = modules.open(second, "second", List.of());
            one.symbolize(inFirst, inFirst, 0, "first", options);
            modules.touch(one);
            modules.trim();
            assertThat(one.heapBytes()).as("within the budget").isBetween(16_000L, 30_000L);
            two.symbolize(inSecond, inSecond, 0, "second", options);
            modules.touch(two);
            modules.trim();
            assertThat(one.heapBytes()).as("used longest ago").isZero();
            assertThat(two.heapBytes()).isPositive();
            assertThat(one.symbolize(inFirst, inFirst, 0, "first", options)).isInstanceOf(Symbolized.Frames.class);
        }
    }

    @Test
    void forgetsProcessesBeyondItsLimitAndClosesTheirFiles() throws IOException {
        Path common = Target.compile("-no-pie");
        Path rare = Target.compile("-no-pie", "-O2");
        try (FakeProc proc = new FakeProc();
                ModuleCache modules =
                        new ModuleCache(new DebugFiles(List.of(), new Debuginfod(List.of(), folder)), 1 << 20)) {
            ProcessCache processes = new ProcessCache(proc.files(), modules, 64);
            for (int pid = 1; pid <= 200; pid++) {
                proc.process(pid, 5, FakeProc.line(0x401000, 0x402000, 0x1000, pid == 1 ? rare : common));
                processes.find(Source.process(pid));
                assertThat(processes.count()).isLessThanOrEqualTo(64);
            }
            assertThat(modules.count())
                    .as("the file of the first process is closed")
                    .isEqualTo(1);
        }
    }

    @Test
    void remembersTenThousandProcessesInAFewMegabytes() throws IOException {
        Path program = Target.compile("-no-pie", "-g");
        long marker = ProcessTest.symbolAddress(program, "marker");
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            long before = usedHeap();
            for (int pid = 1; pid <= 10_000; pid++) {
                proc.process(pid, 5, FakeProc.line(0x401000, 0x402000, 0x1000, program));
                symbolizer.observe(pid);
                proc.end(pid);
            }
            long each = (usedHeap() - before) / 10_000;
            System.out.printf("SymbolizerTest: %d bytes of heap for a process%n", each);
            assertThat(each).isLessThan(3_000);
            Symbolized answer = symbolizer.symbolize(Source.process(1), marker).getFirst();
            assertThat(answer.frames().getLast().symbol()).isEqualTo("marker");
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void servesSeveralThreads() throws Exception {
        Path program = Target.compile("-no-pie", "-g");
        long marker = ProcessTest.symbolAddress(program, "marker");
        try (Symbolizer symbolizer = new Symbolizer(SymbolizerOptions.defaults().withCacheBytes(1));
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<Boolean> work = () -> {
                boolean right = true;
                for (int i = 0; i < 200; i++) {
                    Symbolized answer = symbolizer
                            .symbolize(Source.elfFile(program), marker)
                            .getFirst();
                    right &= answer.frames().getLast().symbol().equals("marker");
                }
                return right;
            };
            for (Future<Boolean> done : threads.invokeAll(List.of(work, work, work, work))) {
                assertThat(done.get()).isTrue();
            }
        }
    }

    @Test
    void keepsRawNamesIfAsked() throws Exception {
        Path program = CProgram.compileCpp("""
                namespace shop { __attribute__((noinline)) int price(int x) { return x * 2; } }
                int main(int argc, char **) { return shop::price(argc); }
                """, "-no-pie");
        long price = ProcessTest.symbolAddress(program, "_ZN4shop5priceEi");
        try (Symbolizer raw = new Symbolizer(SymbolizerOptions.defaults().withRawNames(true));
                Symbolizer readable = new Symbolizer()) {
            Source source = Source.elfFile(program);
            assertThat(raw.symbolize(source, price)
                            .getFirst()
                            .frames()
                            .getFirst()
                            .symbol())
                    .isEqualTo("_ZN4shop5priceEi");
            assertThat(readable.symbolize(source, price)
                            .getFirst()
                            .frames()
                            .getFirst()
                            .symbol())
                    .isEqualTo("shop::price(int)");
        }
    }
}
