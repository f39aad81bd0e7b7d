package dev.plumb.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// A C program compiled for a test, once: it is kept by the hash of its source, compiler and flags.
///
/// The virtual machines see what the native run compiled and need no compiler, which would be slow there.
public final class CProgram {
    private static final Path FOLDER = Path.of(System.getProperty("plumb.workloads", "target/workloads"));

    private CProgram() {}

    /// Compiles C source with `cc` and the flags, and returns the program's absolute path.
    public static Path compile(String source, String... flags) {
        return compile("cc", ".c", source, flags);
    }

    /// Compiles C++ source with `c++` and the flags, and returns the program's absolute path.
    public static Path compileCpp(String source, String... flags) {
        return compile("c++", ".cc", source, flags);
    }

    private static Path compile(String compiler, String suffix, String source, String... flags) {
        try {
            String name = hash(compiler + source + String.join(" ", flags) + System.getProperty("os.arch"));
            Path program = FOLDER.toAbsolutePath().resolve(name);
            if (Files.exists(program)) {
                return program;
            }
            Files.createDirectories(FOLDER);
            Path file = Files.writeString(FOLDER.resolve(name + suffix), source);
            Path fresh = FOLDER.resolve(name + ".new" + ProcessHandle.current().pid());
            List<String> command = new ArrayList<>(List.of(compiler, "-o", fresh.toString(), file.toString()));
            command.addAll(List.of(flags));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(String.join(" ", command) + ": " + output);
            }
            Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
