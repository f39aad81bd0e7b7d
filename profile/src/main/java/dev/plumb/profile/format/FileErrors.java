package dev.plumb.profile.format;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Says what went wrong with a file in words: the JDK's messages are often just the path.
final class FileErrors {
    private FileErrors() {}

    static IOException explained(String operation, Path file, IOException e) {
        return new IOException(operation + " " + file + ": " + reason(operation, file, e), e);
    }

    private static String reason(String operation, Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return operation.equals("write") ? "the folder does not exist" : "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (Files.isDirectory(file)) {
            return "is a folder";
        }
        String message = e instanceof FileSystemException failed && failed.getReason() != null
                ? failed.getReason()
                : String.valueOf(e.getMessage());
        if (message.contains("No space left")) {
            return "no space left on the device; nothing was kept there, choose another place";
        }
        return message;
    }
}
