import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolized;
import dev.plumb.symbols.Symbolizer;
import dev.plumb.symbols.SymbolizerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Names the addresses of a file again and again in one process, and prints how long each pass took.
///
/// `java -cp ... bench/SymbolizeBench.java (FILE | kernel) ADDRESSES`; a line a pass: number, addresses a second.
public final class SymbolizeBench {
    private SymbolizeBench() {}

    public static void main(String[] args) throws IOException {
        long[] addresses = Files.readAllLines(Path.of(args[1])).stream()
                .filter(line -> !line.isBlank())
                .mapToLong(line -> Long.parseUnsignedLong(line.strip().replaceFirst("^0x", ""), 16))
                .toArray();
        Source source = args[0].equals("kernel") ? Source.kernel() : Source.elfFile(Path.of(args[0]));
        try (Symbolizer symbolizer = new Symbolizer(SymbolizerOptions.defaults())) {
            for (int pass = 1; pass <= 5; pass++) {
                long start = System.nanoTime();
                List<Symbolized> answers = symbolizer.symbolize(source, addresses);
                long nanos = System.nanoTime() - start;
                long frames = answers.stream().mapToLong(answer -> answer.frames().size()).sum();
                System.out.printf("%d %d %d%n", pass, addresses.length * 1_000_000_000L / nanos, frames);
            }
        }
        System.gc();
        System.gc();
        Runtime memory = Runtime.getRuntime();
        System.out.printf("heap %d KiB%n", (memory.totalMemory() - memory.freeMemory()) >> 10);
    }
}
