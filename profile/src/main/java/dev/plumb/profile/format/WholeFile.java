package dev.plumb.profile.format;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/// Writes files that appear whole or not at all: into a file beside, which then takes the name.
///
/// Devices and pipes are written directly. A link stays a link: the file it leads to is replaced.
public final class WholeFile {
    private WholeFile() {}

    /// Produces the content of a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    public static void write(Path file, Content content) throws IOException {
        try {
            Path target = Files.exists(file) ? file.toRealPath() : file;
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                try (OutputStream out = Files.newOutputStream(target)) {
                    content.writeTo(out);
                }
            } else {
                replace(target, content);
            }
        } catch (IOException e) {
            throw FileErrors.explained("write", file, e);
        }
    }

    private static void replace(Path target, Content content) throws IOException {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path partial = target.resolveSibling("." + target.getFileName() + "." + random + ".part");
        boolean done = false;
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16)) {
                content.writeTo(out);
            }
            if (Files.exists(target)) {
                Files.setPosixFilePermissions(partial, Files.getPosixFilePermissions(target));
            }
            move(partial, target);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(partial);
            }
        }
    }

    private static void move(Path partial, Path target) throws IOException {
        try {
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
