package dev.plumb.symbols;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumb.elf.ElfFile;
import dev.plumb.elf.ElfSection;
import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Names random code addresses as `llvm-symbolizer` does: functions, files, lines and chains of inlined calls.
///
/// Three differences are expected and count as agreement; `docs/symbols.md` explains each: another alias of the same
/// function, the name of a compilation folder written twice, and the file name of a symbol without any line.
class LlvmComparisonTest {
    private static final int ADDRESSES = Integer.getInteger("plumb.compare.addresses", 10_000);
    private static final Path LLVM = Path.of("/usr/bin/llvm-symbolizer");
    private static final Path LIBC = Path.of("/lib/x86_64-linux-gnu/libc.so.6");

    private static final String TEMPLATES = """
            #include <algorithm>
            #include <functional>
            #include <iostream>
            #include <map>
            #include <memory>
            #include <regex>
            #include <string>
            #include <unordered_map>
            #include <vector>
            namespace shop {
            template <class T> struct Cart {
              std::map<std::string, std::vector<T>> items;
              void add(const std::string &k, T v) { items[k].push_back(std::move(v)); }
              template <class F> auto fold(F f) const {
                T sum{};
                for (auto &[k, v] : items)
                  for (auto &x : v) sum = f(sum, x);
                return sum;
              }
            };
            }
            struct Shape { virtual ~Shape() = default; virtual double area() const = 0; };
            struct Circle : Shape { double r; explicit Circle(double r) : r(r) {} double area() const override { return 3 * r * r; } };
            static int twice(int x) { return x * 2 + 1; }
            int main(int argc, char **argv) {
              shop::Cart<int> numbers;
              shop::Cart<std::string> texts;
              std::unordered_map<std::string, std::function<int(int)>> functions;
              for (int i = 0; i < argc * 100; i++) { numbers.add(std::to_string(i % 7), i); texts.add(argv[0], std::to_string(i)); }
              functions["a"] = [&](int x) { return numbers.fold([x](int a, int b) { return a * x + twice(b); }); };
              std::vector<std::unique_ptr<Shape>> shapes;
              for (int i = 0; i < 10; i++) shapes.push_back(std::make_unique<Circle>(i));
              std::sort(shapes.begin(), shapes.end(), [](auto &a, auto &b) { return a->area() < b->area(); });
              std::regex pattern("(a+)(b|c)*[0-9]{2,3}");
              std::smatch match;
              std::string input = "xxaab12";
              std::cout << std::regex_search(input, match, pattern) << functions["a"](3);
              std::cout << texts.fold([](std::string a, const std::string &b) { return a + b; }).size();
            }
            """;

    private static final String RUST = """
            use std::collections::{BTreeMap, HashMap};
            use std::fmt::Write;
            trait Shape { fn area(&self) -> f64; fn name(&self) -> String { "shape".to_string() } }
            struct Circle(f64);
            struct Box2 { w: f64, h: f64 }
            impl Shape for Circle { fn area(&self) -> f64 { 3.0 * self.0 * self.0 } }
            impl Shape for Box2 {
                fn area(&self) -> f64 { self.w * self.h }
                fn name(&self) -> String { format!("box {}x{}", self.w, self.h) }
            }
            fn fold<T: Copy, F: Fn(T, T) -> T>(v: &[T], z: T, f: F) -> T { v.iter().fold(z, |a, b| f(a, *b)) }
            fn main() {
                let mut m: HashMap<String, Vec<i64>> = HashMap::new();
                let mut b = BTreeMap::new();
                for i in 0..1000i64 { m.entry(format!("k{}", i % 13)).or_default().push(i); b.insert(i * 7 % 101, i); }
                let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(2.0)), Box::new(Box2 { w: 1.0, h: 2.0 })];
                let mut text = String::new();
                for s in &shapes { writeln!(text, "{} {}", s.name(), s.area()).unwrap(); }
                let mut sums: Vec<_> = m.iter().map(|(k, v)| (k.clone(), fold(v, 0, |a, b| a + b))).collect();
                sums.sort_by(|a, b| b.1.cmp(&a.1));
                let t = std::thread::spawn(move || sums.iter().map(|s| s.0.len()).sum::<usize>());
                println!("{} {:?} {}", text, b.range(3..9).collect::<Vec<_>>(), t.join().unwrap());
            }
            """;

    /// One frame, with the path normalised.
    private record Line(String function, String file, int line) {}

    @Test
    void agreesOnTemplatesAndInlining() throws Exception {
        Path program = CProgram.compileCpp(TEMPLATES, "-O2", "-g", "-std=c++20");
        compare(program, program);
    }

    @Test
    void agreesOnDwarf4() throws Exception {
        Path program = CProgram.compileCpp(TEMPLATES, "-O2", "-gdwarf-4", "-std=c++20");
        compare(program, program);
    }

    @Test
    void agreesOnLibcWithItsDebugPackage() throws Exception {
        assumeTrue(Files.exists(LIBC), LIBC + " is not there");
        Path debug;
        try (ElfFile libc = ElfFile.open(LIBC)) {
            debug = Path.of("/usr/lib/debug").resolve(libc.buildId().debugPath());
        }
        assumeTrue(Files.exists(debug), debug + " is not there: the package libc6-dbg is not installed");
        compare(LIBC, debug);
    }

    @Test
    void agreesOnRustAndItsOwnDebugInformation() throws Exception {
        Path rustc = Stream.of(Path.of("/usr/bin/rustc"), Path.of(System.getProperty("user.home"), ".cargo/bin/rustc"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
        assumeTrue(rustc != null, "rustc is neither in /usr/bin nor in ~/.cargo/bin");
        Path program = Path.of("target/workloads/rust-symbols").toAbsolutePath();
        if (!Files.exists(program)) {
            Files.createDirectories(program.getParent());
            Path source = Files.writeString(program.resolveSibling("symbols.rs"), RUST);
            DebugFilesTest.run(
                    rustc.toString(), "-Cdebuginfo=2", "-Copt-level=2", "-o", program.toString(), source.toString());
        }
        compare(program, program);
    }

    private static void compare(Path program, Path debug) throws Exception {
        assumeTrue(Files.exists(LLVM), LLVM + " is not there: the package llvm is not installed");
        long[] addresses = addresses(program);
        List<List<Line>> theirs = llvm(debug, addresses);
        Map<String, Set<Long>> aliases = aliases(debug);
        int same = 0;
        Map<String, Integer> kinds = new HashMap<>();
        List<String> differences = new ArrayList<>();
        SymbolizerOptions options = SymbolizerOptions.defaults().withRawNames(true);
        try (Symbolizer symbolizer = new Symbolizer(options)) {
            List<Symbolized> ours = symbolizer.symbolize(Source.elfFile(program), addresses);
            for (int i = 0; i < addresses.length; i++) {
                List<Line> mine = ours.get(i).frames().stream()
                        .map(frame ->
                                new Line(frame.symbol().replaceFirst("@.*", ""), normal(frame.file()), frame.line()))
                        .toList();
                String kind = kind(theirs.get(i), mine, aliases);
                kinds.merge(kind, 1, Integer::sum);
                if (kind.equals("different")) {
                    differences.add(Long.toHexString(addresses[i]) + " " + theirs.get(i) + " / " + mine);
                } else {
                    same++;
                }
            }
        }
        System.out.printf("LlvmComparisonTest: %s: %d of %d agree %s%n", program, same, addresses.length, kinds);
        assertThat((double) same / addresses.length)
                .as(String.join("\n", differences.subList(0, Math.min(10, differences.size()))))
                .isGreaterThanOrEqualTo(0.999);
    }

    private static String kind(List<Line> theirs, List<Line> mine, Map<String, Set<Long>> aliases) {
        if (theirs.equals(mine)) {
            return "equal";
        }
        if (theirs.size() != mine.size()) {
            return "different";
        }
        Set<String> kinds = new HashSet<>();
        for (int i = 0; i < mine.size(); i++) {
            Line a = theirs.get(i);
            Line b = mine.get(i);
            boolean fileOnly = a.line() == 0 && b.line() == 0 && b.file().isEmpty();
            boolean twice = foldersTwice(a.file(), b.file());
            boolean alias = aliases.getOrDefault(a.function(), Set.of(1L)).stream()
                    .anyMatch(aliases.getOrDefault(b.function(), Set.of(2L))::contains);
            if (a.line() != b.line()
                    || !(a.file().equals(b.file()) || fileOnly || twice)
                    || !(alias || a.function().equals(b.function()))) {
                return "different";
            }
            kinds.add(!a.function().equals(b.function()) ? "alias" : fileOnly ? "symbol's file" : "folder twice");
        }
        return kinds.contains("alias") ? "alias" : kinds.iterator().next();
    }

    /// Whether a path is another one with its first folders before it once more.
    private static boolean foldersTwice(String theirs, String mine) {
        int extra = theirs.length() - mine.length() - 1;
        return extra > 0 && theirs.endsWith("/" + mine) && mine.startsWith(theirs.substring(0, extra));
    }

    private static long[] addresses(Path program) throws IOException {
        try (ElfFile file = ElfFile.open(program)) {
            ElfSection text = file.section(".text");
            assertThat(text).isNotNull();
            return new Random(42)
                    .longs(ADDRESSES, text.address(), text.address() + text.size())
                    .toArray();
        }
    }

    /// Runs `llvm-symbolizer`, which prints function and file:line:column of each frame and an empty line.
    private static List<List<Line>> llvm(Path program, long[] addresses) throws Exception {
        Process process =
                new ProcessBuilder(LLVM.toString(), "-e", program.toString(), "--no-demangle", "--inlining").start();
        Thread feeder = Thread.ofVirtual().start(() -> feed(process, addresses));
        List<List<Line>> answers = new ArrayList<>();
        List<Line> frames = new ArrayList<>();
        String function = null;
        for (String line : new String(process.getInputStream().readAllBytes(), UTF_8).split("\n")) {
            if (line.isEmpty()) {
                answers.add(frames);
                frames = new ArrayList<>();
            } else if (function == null) {
                function = line;
            } else {
                String[] parts = line.split(":");
                int at = parts.length - 2;
                String file = String.join(":", List.of(parts).subList(0, at));
                frames.add(new Line(
                        known(function.replaceFirst("@.*", "")), normal(known(file)), Integer.parseInt(parts[at])));
                function = null;
            }
        }
        feeder.join();
        if (!frames.isEmpty()) {
            answers.add(frames);
        }
        assertThat(answers).hasSize(addresses.length);
        return answers;
    }

    private static void feed(Process process, long[] addresses) {
        try (var out = process.outputWriter()) {
            for (String line : (Iterable<String>)
                    LongStream.of(addresses).mapToObj(a -> "0x" + Long.toHexString(a) + "\n")::iterator) {
                out.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String known(String text) {
        return text.equals("??") ? "" : text;
    }

    private static String normal(@Nullable String path) {
        return path == null || path.isEmpty() ? "" : Path.of(path).normalize().toString();
    }

    /// The addresses of each symbol name.
    private static Map<String, Set<Long>> aliases(Path program) throws IOException {
        Map<String, Set<Long>> names = new HashMap<>();
        Process nm = new ProcessBuilder("nm", "--defined-only", program.toString()).start();
        try (Stream<String> lines = nm.inputReader().lines()) {
            lines.map(line -> line.split(" ", 3))
                    .filter(parts -> parts.length == 3)
                    .forEach(parts -> names.computeIfAbsent(parts[2].replaceFirst("@.*", ""), _ -> new HashSet<>())
                            .add(Long.parseUnsignedLong(parts[0], 16)));
        }
        return names;
    }
}
