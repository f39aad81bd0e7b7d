package dev.plumb.elf;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Programs whose symbols and lines the tests know, and the tools that change and describe them.
public final class Programs {
    /// `inner` is inlined into `middle`, which is inlined into `outer`, which is not inlined.
    public static final String INLINES = """
            #include <stdio.h>
            volatile int sink;
            static inline __attribute__((always_inline)) void inner(int x) {
              sink = x; /* line 4 */
            }
            static inline __attribute__((always_inline)) void middle(int x) {
              inner(x + 1); /* line 7 */
            }
            __attribute__((noinline)) void outer(int x) {
              middle(x * 2); /* line 10 */
            }
            int main(int argc, char **argv) {
              outer(argc);
              puts(argv[0]);
              return 0;
            }
            """;

    private Programs() {}

    public static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /// Compiles the program of inlined calls.
    public static Path inlines(String... flags) {
        return CProgram.compile(INLINES, flags);
    }

    /// A new file that `objcopy` makes of another one.
    public static Path objcopy(Path folder, Path from, String... options) throws IOException, InterruptedException {
        Path to = Files.createTempFile(folder, "copy", ".elf");
        List<String> command = new ArrayList<>(List.of("objcopy"));
        command.addAll(List.of(options));
        command.addAll(List.of(from.toString(), to.toString()));
        run(command.toArray(String[]::new));
        return to;
    }

    /// The address of a symbol, from `nm`.
    public static long address(Path program, String symbol) throws IOException, InterruptedException {
        Matcher line = Pattern.compile("([0-9a-f]+) \\w " + Pattern.quote(symbol) + "\n")
                .matcher(run("nm", program.toString()));
        if (!line.find()) {
            throw new AssertionError("no symbol " + symbol);
        }
        return Long.parseLong(line.group(1), 16);
    }
}
