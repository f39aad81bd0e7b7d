package dev.plumb.symbols;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// What `/proc` says about processes.
///
/// A process whose main thread has ended has no maps and no root under its own number; a thread that still runs has
/// both, so it is asked instead.
final class ProcFs {
    private final Path proc;

    ProcFs(Path proc) {
        this.proc = proc;
    }

    Path path(int pid, String name) {
        return proc.resolve(Integer.toString(pid)).resolve(name);
    }

    /// When a process started, in clock ticks since boot; 0 if it is not there.
    long startTicks(int pid) {
        String stat = text(path(pid, "stat"));
        // The name is in parentheses and may contain both spaces and parentheses: count from the last one.
        int close = stat.lastIndexOf(')');
        if (close < 0) {
            return 0;
        }
        String[] fields = stat.substring(close + 1).trim().split(" ");
        try {
            return fields.length > 19 ? Long.parseLong(fields[19]) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// What identifies the program a process runs, which changes when it executes another one; null if not readable.
    @Nullable
    Object programKey(int pid) {
        try {
            return Files.readAttributes(path(pid, "exe"), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    /// The thread through which to look at a process: itself, or one that runs while the main thread has ended.
    int livingTask(int pid) {
        if (!text(path(pid, "maps")).isEmpty()) {
            return pid;
        }
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(path(pid, "task"))) {
            for (Path task : tasks) {
                if (!text(task.resolve("maps")).isEmpty()) {
                    return Integer.parseInt(task.getFileName().toString());
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return pid;
        }
        return pid;
    }

    /// The maps of a process, through a given thread of it. Throws if they cannot be read.
    String maps(int pid, int task) throws IOException {
        Path file = task == pid
                ? path(pid, "maps")
                : path(pid, "task").resolve(Integer.toString(task)).resolve("maps");
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /// The root folder of a process, through a given thread of it.
    Path root(int pid, int task) {
        return task == pid
                ? path(pid, "root")
                : path(pid, "task").resolve(Integer.toString(task)).resolve("root");
    }

    /// The file behind a mapping, whatever has become of its path. Reading it takes CAP_SYS_ADMIN or
    /// CAP_CHECKPOINT_RESTORE.
    Path mapFile(int task, Mapping mapping) {
        return path(task, "map_files").resolve(mapping.mapFile());
    }

    /// A value of `/proc/PID/status`, such as `NStgid`; null if it is not there.
    @Nullable
    String status(int pid, String key) {
        for (String line : text(path(pid, "status")).split("\n")) {
            if (line.startsWith(key) && line.startsWith(":", key.length())) {
                return line.substring(key.length() + 1).trim();
            }
        }
        return null;
    }

    /// A small file's text; empty if it cannot be read.
    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
