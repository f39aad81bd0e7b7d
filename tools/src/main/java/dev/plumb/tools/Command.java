package dev.plumb.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A command that is started for a tool to look at. It does nothing before it is let go, so that nothing is missed.
///
/// A shell takes its place first, stops itself, and becomes the command when it is continued.
public final class Command implements AutoCloseable {
    private static final String GATE = "kill -STOP $$; exec \"$@\"";
    private static final int STOP_ATTEMPTS = 500;

    private final Process process;

    private Command(Process process) {
        this.process = process;
    }

    /// Starts a command with this process's input and output, and holds it.
    ///
    /// @throws IOException if there is no such program
    public static Command hold(List<String> words) throws IOException {
        requireProgram(words.getFirst());
        List<String> gated = new ArrayList<>(List.of("/bin/sh", "-c", GATE, "sh"));
        gated.addAll(words);
        Command command = new Command(new ProcessBuilder(gated).inheritIO().start());
        command.awaitStop();
        return command;
    }

    private static void requireProgram(String name) throws IOException {
        if (name.contains("/")) {
            if (!Files.isExecutable(Path.of(name)) || Files.isDirectory(Path.of(name))) {
                throw new IOException("run " + name + ": no such program, or it is not executable");
            }
            return;
        }
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        for (String folder : path.split(":")) {
            if (Files.isExecutable(Path.of(folder.isEmpty() ? "." : folder, name))) {
                return;
            }
        }
        throw new IOException("run " + name + ": no such program on the PATH");
    }

    private void awaitStop() throws IOException {
        Path stat = Path.of("/proc/" + pid() + "/stat");
        for (int i = 0; i < STOP_ATTEMPTS && process.isAlive(); i++) {
            String line = Files.readString(stat);
            if (line.startsWith(" T", line.lastIndexOf(')') + 1)) {
                return;
            }
            pause(10);
        }
        close();
        throw new IOException("run a command: the shell that starts it did not stop");
    }

    public int pid() {
        return (int) process.pid();
    }

    /// Lets the command run.
    public void release() throws IOException {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -CONT " + pid()).start();
        try {
            kill.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /// What it exited with; call it when it does not run any more.
    public int exitStatus() {
        return process.exitValue();
    }

    /// Ends the command if it still runs.
    @Override
    public void close() {
        if (!process.isAlive()) {
            return;
        }
        process.destroy();
        try {
            // A stopped process gets the signal when it is continued; one that is held is killed.
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
