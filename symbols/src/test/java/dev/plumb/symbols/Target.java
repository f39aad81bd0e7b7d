package dev.plumb.symbols;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.plumb.testkit.CProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// A running program that tells the address of its function `marker` and waits until it is closed.
final class Target implements AutoCloseable {
    static final String SOURCE = """
            #include <stdio.h>
            #include <unistd.h>
            __attribute__((noinline)) int marker(int x) {
              return x + getpid(); /* line 4 */
            }
            int main(void) {
              printf("%p\\n", (void *)marker);
              fflush(stdout);
              while (getchar() != EOF) { }
              return marker(0) == 0;
            }
            """;

    private final Process process;
    private final long marker;

    private Target(Process process, long marker) {
        this.process = process;
        this.marker = marker;
    }

    static Path compile(String... flags) {
        return CProgram.compile(SOURCE, flags);
    }

    /// A copy of a compiled program that a test may delete or replace.
    static Path copy(Path folder, Path program) throws IOException {
        Path copy = Files.copy(program, Files.createTempFile(folder, "target", ""), REPLACE_EXISTING);
        return Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Runs a program, perhaps under others that change its world, and waits for the address.
    static Target start(Path program, String... wrapper) throws IOException {
        List<String> command = new ArrayList<>(List.of(wrapper));
        command.add(program.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String line = out.readLine();
        if (line == null) {
            throw new AssertionError(command + " ended without a word");
        }
        return new Target(process, Long.decode(line.strip()));
    }

    int pid() {
        return (int) process.pid();
    }

    /// The process itself, if it was started by a wrapper that waits for it.
    int childPid() {
        return (int)
                process.descendants().reduce((_, last) -> last).orElseThrow().pid();
    }

    long marker() {
        return marker;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
