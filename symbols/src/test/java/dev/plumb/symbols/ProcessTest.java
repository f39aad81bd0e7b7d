package dev.plumb.symbols;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real processes in the states that make addresses hard to name.
class ProcessTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-fPIE -pie",
                "-no-pie",
                "-static-pie -fPIE",
                "-static",
                "-fPIE -pie -Wl,-z,noseparate-code",
                "-fPIE -pie -Wl,-Ttext-segment=0x10000000"
            })
    void namesAFunctionHoweverTheProgramIsLinked(String flags) throws Exception {
        try (Target target = Target.start(Target.compile(flags.split(" ")));
                Symbolizer symbolizer = new Symbolizer()) {
            assertThat(name(symbolizer, target.pid(), target.marker() + 1)).isEqualTo("marker+1");
        }
    }

    @Test
    void namesTheSourceLine() throws Exception {
        try (Target target = Target.start(Target.compile("-g", "-O1"));
                Symbolizer symbolizer = new Symbolizer()) {
            Frame frame = frame(symbolizer, target.pid(), target.marker() + 4);
            assertThat(frame.line()).isEqualTo(4);
            assertThat(frame.file()).endsWith(".c");
        }
    }

    @Test
    void namesADeletedProgram() throws Exception {
        Path program = Target.copy(folder, Target.compile());
        try (Target target = Target.start(program);
                Symbolizer symbolizer = new Symbolizer()) {
            Files.delete(program);
            assertThat(name(symbolizer, target.pid(), target.marker())).isEqualTo("marker+0");
            assertThat(frame(symbolizer, target.pid(), target.marker()).module())
                    .isEqualTo(program.toString());
        }
    }

    @Test
    void namesADeletedLibrary() throws Exception {
        assumeTrue(isRoot(), "a deleted library can be reached by root only");
        String library = """
                #include <stdio.h>
                __attribute__((noinline)) int preloaded(int x) { return x + 42; }
                __attribute__((constructor)) static void tell(void) { printf("%p\\n", (void *)preloaded); fflush(stdout); }
                """;
        Path copy = Target.copy(folder, CProgram.compile(library, "-shared", "-fPIC"));
        try (Target target = Target.start(Target.compile(), "env", "LD_PRELOAD=" + copy);
                Symbolizer symbolizer = new Symbolizer()) {
            Files.delete(copy);
            assertThat(name(symbolizer, target.pid(), target.marker())).isEqualTo("preloaded+0");
        }
    }

    @Test
    void namesTheProgramThatRunsAndNotTheOneThatReplacedIt() throws Exception {
        Path program = Target.copy(folder, Target.compile("-Wl,--build-id=0x1111"));
        String other = Target.SOURCE.replace("marker", "impostor");
        try (Target target = Target.start(program);
                Symbolizer symbolizer = new Symbolizer()) {
            Path upgrade = Target.copy(folder, CProgram.compile(other, "-Wl,--build-id=0x2222"));
            Files.move(upgrade, program, StandardCopyOption.REPLACE_EXISTING);
            assertThat(name(symbolizer, target.pid(), target.marker())).isEqualTo("marker+0");
        }
    }

    @Test
    void namesAProcessThatHasEndedIfItWasObserved() throws Exception {
        Path program = Target.copy(folder, Target.compile());
        try (Symbolizer symbolizer = new Symbolizer()) {
            Source.Pid source;
            long marker;
            try (Target target = Target.start(program)) {
                source = symbolizer.observe(target.pid());
                marker = target.marker();
            }
            Files.delete(program);
            assertThat(source.startTicks()).isPositive();
            Frame frame =
                    symbolizer.symbolize(source, marker).getFirst().frames().getFirst();
            assertThat(frame.symbol()).isEqualTo("marker");
            symbolizer.release(source);
            assertThat(symbolizer.symbolize(source, marker).getFirst()).isInstanceOf(Symbolized.Unknown.class);
        }
    }

    @Test
    void saysThatAProcessHasGone() throws Exception {
        int pid;
        try (Target target = Target.start(Target.compile())) {
            pid = target.pid();
        }
        try (Symbolizer symbolizer = new Symbolizer()) {
            assertThat(symbolizer.symbolize(Source.process(pid), 0x1000).getFirst())
                    .isInstanceOfSatisfying(
                            Symbolized.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(UnknownReason.PROCESS_GONE));
        }
    }

    @Test
    void namesAProcessWhoseMainThreadHasEnded() throws Exception {
        String source = """
                #include <pthread.h>
                #include <stdio.h>
                #include <unistd.h>
                __attribute__((noinline)) int marker(int x) { return x + getpid(); }
                static void *wait(void *main) {
                  pthread_join(*(pthread_t *)main, 0);
                  usleep(20000);
                  printf("%p\\n", (void *)marker);
                  fflush(stdout);
                  while (getchar() != EOF) { }
                  _exit(marker(0) == 0);
                }
                int main(void) {
                  static pthread_t self;
                  pthread_t thread;
                  self = pthread_self();
                  pthread_create(&thread, 0, wait, &self);
                  pthread_exit(0);
                }
                """;
        try (Target target = Target.start(CProgram.compile(source, "-pthread"));
                Symbolizer symbolizer = new Symbolizer()) {
            assertThat(Files.readString(Path.of("/proc/" + target.pid() + "/maps")))
                    .as("maps of the main thread")
                    .isEmpty();
            assertThat(name(symbolizer, target.pid(), target.marker())).isEqualTo("marker+0");
        }
    }

    @Test
    void namesAProcessAfterAChroot() throws Exception {
        assumeTrue(isRoot(), "chroot and unshare need root");
        Path jail = jail();
        Path program = Path.of("/program");
        try (Target target = Target.start(program, "unshare", "--mount", "--pid", "--fork", "chroot", jail.toString());
                Symbolizer symbolizer = new Symbolizer()) {
            namesProgramAndLibrary(symbolizer, target, jail + "/program");
        }
    }

    @Test
    void namesAProcessInItsOwnRootAndNamespaces() throws Exception {
        assumeTrue(isRoot(), "pivot_root and unshare need root");
        String enter = "mount --bind $0 $0 && cd $0 && mkdir old && pivot_root . old && cd / && exec $1";
        try (Target target = Target.start(
                        Path.of("/program"),
                        "unshare",
                        "--mount",
                        "--pid",
                        "--fork",
                        "sh",
                        "-c",
                        enter,
                        jail().toString());
                Symbolizer symbolizer = new Symbolizer()) {
            namesProgramAndLibrary(symbolizer, target, "/program");
        }
    }

    private static void namesProgramAndLibrary(Symbolizer symbolizer, Target target, String path) throws IOException {
        int pid = target.childPid();
        assertThat(name(symbolizer, pid, target.marker())).isEqualTo("marker+0");
        assertThat(frame(symbolizer, pid, target.marker()).module()).isEqualTo(path);
        assertThat(frame(symbolizer, pid, libcStart(pid) + 0x50000).symbol()).isNotEmpty();
    }

    /// A folder with a program, under a path where the machine has none, and with copies of its libraries.
    private Path jail() throws Exception {
        Path jail = Files.createDirectories(folder.resolve("jail"));
        Path program = Target.compile("-DJAILED");
        Files.copy(program, jail.resolve("program"), StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(Path.of("/program")).doesNotExist();
        for (String library : libraries(program)) {
            Path copy = jail.resolve(library.substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(Path.of(library), copy);
        }
        return jail;
    }

    private static long libcStart(int pid) throws IOException {
        return MapsParser.executable(Files.readString(Path.of("/proc/" + pid + "/maps"))).stream()
                .filter(mapping -> mapping.path().contains("libc"))
                .findFirst()
                .orElseThrow()
                .start();
    }

    private static java.util.List<String> libraries(Path program) throws Exception {
        Process ldd = new ProcessBuilder("ldd", program.toString()).start();
        String output = new String(ldd.getInputStream().readAllBytes(), UTF_8);
        return Pattern.compile("(/\\S+) \\(0x")
                .matcher(output)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void namesTheVdso() throws Exception {
        try (Target target = Target.start(Target.compile());
                Symbolizer symbolizer = new Symbolizer()) {
            Mapping vdso = MapsParser.executable(Files.readString(Path.of("/proc/" + target.pid() + "/maps"))).stream()
                    .filter(Mapping::vdso)
                    .findFirst()
                    .orElseThrow();
            long[] all = LongStream.iterate(vdso.start(), a -> a < vdso.end(), a -> a + 64)
                    .toArray();
            assertThat(symbolizer.symbolize(Source.process(target.pid()), all))
                    .anySatisfy(answer ->
                            assertThat(answer.frames().getFirst().symbol()).contains("clock_gettime"));
        }
    }

    @Test
    void namesAnotherProcessAfterItsNumberIsUsedAgain() throws Exception {
        Path first = Target.compile("-no-pie");
        Path second = CProgram.compile(Target.SOURCE.replace("marker", "follower"), "-no-pie");
        long address = symbolAddress(first, "marker");
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            proc.process(77, 1000, FakeProc.line(0x401000, 0x402000, 0x1000, first));
            Source.Pid before = symbolizer.observe(77);
            assertThat(name(symbolizer, 77, address)).isEqualTo("marker+0");
            proc.end(77);
            assertThat(name(symbolizer, 77, address)).isEqualTo("marker+0");
            proc.process(77, 2000, FakeProc.line(0x401000, 0x402000, 0x1000, second));
            assertThat(name(symbolizer, 77, address)).startsWith("follower");
            assertThat(symbolizer
                            .symbolize(before, address)
                            .getFirst()
                            .frames()
                            .getFirst()
                            .symbol())
                    .isEqualTo("marker");
        }
    }

    @Test
    void looksAgainWhenTheProcessExecutesAnotherProgram() throws Exception {
        Path first = Target.compile("-no-pie");
        Path second = CProgram.compile(Target.SOURCE.replace("marker", "follower"), "-no-pie");
        long address = symbolAddress(first, "marker");
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            proc.process(76, 1000, FakeProc.line(0x401000, 0x402000, 0x1000, first));
            proc.program(76, first);
            assertThat(name(symbolizer, 76, address)).isEqualTo("marker+0");
            proc.process(76, 1000, FakeProc.line(0x401000, 0x402000, 0x1000, second));
            proc.program(76, second);
            assertThat(name(symbolizer, 76, address)).startsWith("follower");
        }
    }

    @Test
    void looksAgainWhenALibraryWasLoadedSince() throws Exception {
        Path program = Target.compile("-no-pie");
        long address = symbolAddress(program, "marker");
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            proc.process(78, 1000, FakeProc.line(0x10000000, 0x10001000, 0, program));
            symbolizer.observe(78);
            proc.process(78, 1000, FakeProc.line(0x401000, 0x402000, 0x1000, program));
            assertThat(name(symbolizer, 78, address)).isEqualTo("marker+0");
        }
    }

    @Test
    void refusesAFileThatIsNotTheOneMapped() throws Exception {
        Path program = Target.compile("-no-pie");
        String wrongInode = FakeProc.line(0x401000, 0x402000, 0x1000, program).replaceFirst("fe:00 \\d+", "fe:00 1");
        try (FakeProc proc = new FakeProc();
                Symbolizer symbolizer = proc.symbolizer()) {
            proc.process(79, 1000, wrongInode);
            assertThat(symbolizer.symbolize(Source.process(79), 0x401100).getFirst())
                    .isInstanceOfSatisfying(Symbolized.Unknown.class, unknown -> {
                        assertThat(unknown.reason()).isEqualTo(UnknownReason.FILE_REPLACED);
                        assertThat(unknown.frame().module()).isEqualTo(program.toString());
                        assertThat(unknown.frame().display()).startsWith(program.getFileName() + "+0x1100");
                    });
        }
    }

    @Test
    void saysThatNothingIsMappedThere() throws Exception {
        try (Target target = Target.start(Target.compile());
                Symbolizer symbolizer = new Symbolizer()) {
            assertThat(symbolizer.symbolize(Source.process(target.pid()), 16).getFirst())
                    .isInstanceOfSatisfying(
                            Symbolized.Unknown.class,
                            unknown -> assertThat(unknown.reason()).isEqualTo(UnknownReason.NOT_MAPPED));
        }
    }

    private static boolean isRoot() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
    }

    static long symbolAddress(Path program, String symbol) throws IOException {
        Process nm = new ProcessBuilder("nm", program.toString()).start();
        String output = new String(nm.getInputStream().readAllBytes(), UTF_8);
        var line = Pattern.compile("([0-9a-f]+) \\w " + symbol + "\n").matcher(output);
        assertThat(line.find()).isTrue();
        return Long.parseLong(line.group(1), 16);
    }

    private static Frame frame(Symbolizer symbolizer, int pid, long address) {
        return symbolizer
                .symbolize(Source.process(pid), address)
                .getFirst()
                .frames()
                .getLast();
    }

    private static String name(Symbolizer symbolizer, int pid, long address) {
        Frame frame = frame(symbolizer, pid, address);
        return frame.symbol() + "+" + frame.offset();
    }
}
