package dev.plumb.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a test could leave behind: BPF objects, kernel file descriptors, mounts and child processes.
public record Leftovers(Set<String> bpf, Set<String> fds, Set<String> mounts, Set<String> processes) {
    /// The state of this moment, to compare a later one with.
    public static Leftovers now() {
        return new Leftovers(BpfIds.all(), kernelFds(), currentMounts(), children());
    }

    /// What is there now and was not then. The kernel frees BPF objects after a grace period, so this waits a while
    /// for them before it counts them; an object that another process holds is that process's.
    public List<String> since(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            List<String> left = difference(now());
            if (left.isEmpty() || System.nanoTime() > deadline) {
                return left;
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return left;
            }
        }
    }

    private List<String> difference(Leftovers now) {
        List<String> left = new ArrayList<>();
        Set<String> newBpf = minus(now.bpf, bpf);
        if (!newBpf.isEmpty()) {
            newBpf.removeAll(heldByOthers());
        }
        newBpf.forEach(id -> left.add("BPF " + id));
        minus(now.fds, fds).forEach(fd -> left.add("fd " + fd));
        minus(now.mounts, mounts).forEach(mount -> left.add("mount " + mount));
        minus(now.processes, processes).forEach(process -> left.add("process " + process));
        return left;
    }

    private static Set<String> minus(Set<String> now, Set<String> then) {
        Set<String> difference = new TreeSet<>(now);
        difference.removeAll(then);
        return difference;
    }

    private static Set<String> kernelFds() {
        Set<String> fds = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path entry : entries) {
                String target = target(entry);
                if (target.startsWith("anon_inode:")) {
                    fds.add(entry.getFileName() + " " + target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fds;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<String> currentMounts() {
        try {
            return new HashSet<>(Files.readAllLines(Path.of("/proc/self/mounts")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> children() {
        Set<String> children = new TreeSet<>();
        ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .forEach(child ->
                        children.add(child.pid() + " " + child.info().command().orElse("?")));
        return children;
    }

    private static Set<String> heldByOthers() {
        Set<String> held = new HashSet<>();
        String self = Long.toString(ProcessHandle.current().pid());
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (!process.getFileName().toString().equals(self)) {
                    addHeld(process.resolve("fdinfo"), held);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return held;
    }

    private static void addHeld(Path fdinfo, Set<String> held) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(fdinfo)) {
            for (Path entry : entries) {
                for (String line : Files.readAllLines(entry)) {
                    int colon = line.indexOf("_id:");
                    if (colon > 0) {
                        held.add(line.substring(0, colon) + " "
                                + line.substring(colon + 4).strip());
                    }
                }
            }
        } catch (IOException | UncheckedIOException e) {
            return; // the process, or its descriptor, has gone: it holds nothing
        }
    }
}
