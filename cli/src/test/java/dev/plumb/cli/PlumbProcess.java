package dev.plumb.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The `plumb` command as a process of its own, from the classes under test.
final class PlumbProcess implements AutoCloseable {
    /// Drops every capability, as a user without rights has it; the classes, which may be root's, stay readable.
    static final List<String> WITHOUT_RIGHTS =
            List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs");

    private final Process process;
    private final CompletableFuture<String> out;
    private final CompletableFuture<String> err;

    /// What a process left.
    record Result(int status, String out, String err) {}

    private PlumbProcess(Process process) {
        this.process = process;
        this.out = CompletableFuture.supplyAsync(() -> drain(process.inputReader(StandardCharsets.UTF_8)));
        this.err = CompletableFuture.supplyAsync(() -> drain(process.errorReader(StandardCharsets.UTF_8)));
    }

    private static String drain(BufferedReader reader) {
        StringBuilder text = new StringBuilder();
        reader.lines().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    static List<String> command(String... args) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.plumb.cli.Main"));
        command.addAll(List.of(args));
        return command;
    }

    /// Starts `plumb` behind other words of a command line.
    static PlumbProcess start(List<String> prefix, String... args) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(args));
        return startCommand(command);
    }

    static PlumbProcess startCommand(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).start();
            process.getOutputStream().close();
            return new PlumbProcess(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Result run(String... args) throws Exception {
        try (PlumbProcess plumb = start(List.of(), args)) {
            return plumb.result();
        }
    }

    void interrupt() throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /// Waits for the end.
    Result result() throws Exception {
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("plumb did not end: " + out.get() + err.get());
        }
        return new Result(process.exitValue(), out.get(), err.get());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
