package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Runs a program and hands back what it printed.
final class Tool {
    private Tool() {}

    static Optional<Path> find(String name) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
