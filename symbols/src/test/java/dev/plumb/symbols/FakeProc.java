package dev.plumb.symbols;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A folder that looks like `/proc`, for states of processes that cannot be brought about at will.
final class FakeProc implements AutoCloseable {
    private final Path folder;

    FakeProc() throws IOException {
        this.folder = Files.createTempDirectory("proc");
    }

    ProcFs files() {
        return new ProcFs(folder);
    }

    /// Writes what a process of this machine's root shows.
    void process(int pid, long startTicks, String maps) throws IOException {
        process(pid, startTicks, maps, Path.of("/"), pid, 0);
    }

    void process(int pid, long startTicks, String maps, Path root, int innerPid, int userId) throws IOException {
        Path process = Files.createDirectories(folder.resolve(Integer.toString(pid)));
        Files.writeString(process.resolve("maps"), maps);
        // The name may hold spaces and parentheses.
        Files.writeString(
                process.resolve("stat"),
                pid + " (a) b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 " + startTicks + " 0 0\n");
        Files.writeString(
                process.resolve("status"),
                "Name:\ta\nUid:\t" + userId + "\t" + userId + "\t0\t0\nNStgid:\t" + pid + "\t" + innerPid + "\n");
        Files.deleteIfExists(process.resolve("root"));
        Files.createSymbolicLink(process.resolve("root"), root);
    }

    /// Sets the program a process runs.
    void program(int pid, Path program) throws IOException {
        Path exe = folder.resolve(Integer.toString(pid)).resolve("exe");
        Files.deleteIfExists(exe);
        Files.createSymbolicLink(exe, program);
    }

    /// Lets a process end.
    void end(int pid) throws IOException {
        for (String name : new String[] {"maps", "stat", "status", "root"}) {
            Files.deleteIfExists(folder.resolve(Integer.toString(pid)).resolve(name));
        }
    }

    Symbolizer symbolizer() {
        return new Symbolizer(SymbolizerOptions.defaults().withProc(folder));
    }

    /// A line of maps: code of a file from its start.
    static String line(long start, long end, long offset, Path file) throws IOException {
        long inode = (long) Files.getAttribute(file, "unix:ino");
        return String.format("%x-%x r-xp %08x fe:00 %d    %s%n", start, end, offset, inode, file);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
