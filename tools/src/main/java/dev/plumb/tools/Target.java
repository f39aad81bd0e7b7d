package dev.plumb.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whom a tool looks at. Within one kind any of the values will do; different kinds must all fit.
///
/// @param pids processes, as this process numbers them
/// @param tids threads
/// @param comms names of processes or threads, of which the kernel keeps 15 bytes
/// @param cgroup a folder of the unified cgroup hierarchy, with all below it, or null
/// @param pidNamespace the inode of a pid namespace, as `/proc/PID/ns/pid` shows it, or 0
public record Target(
        List<Integer> pids,
        List<Integer> tids,
        List<String> comms,
        @Nullable Path cgroup,
        long pidNamespace) {
    /// The whole system.
    public static final Target EVERYTHING = new Target(List.of(), List.of(), List.of(), null, 0);

    public Target {
        pids = List.copyOf(pids);
        tids = List.copyOf(tids);
        comms = List.copyOf(comms);
    }

    public static Target process(int pid) {
        return EVERYTHING.withPids(List.of(pid));
    }

    public Target withPids(List<Integer> newPids) {
        return new Target(newPids, tids, comms, cgroup, pidNamespace);
    }

    public Target withTids(List<Integer> newTids) {
        return new Target(pids, newTids, comms, cgroup, pidNamespace);
    }

    public Target withComms(List<String> newComms) {
        return new Target(pids, tids, newComms, cgroup, pidNamespace);
    }

    public Target withCgroup(@Nullable Path newCgroup) {
        return new Target(pids, tids, comms, newCgroup, pidNamespace);
    }

    public Target withPidNamespace(long inode) {
        return new Target(pids, tids, comms, cgroup, inode);
    }

    /// A process or thread that was asked for and is not there.
    public Optional<String> missing() {
        for (int pid : pids) {
            if (!exists(pid)) {
                return Optional.of("process " + pid);
            }
        }
        for (int tid : tids) {
            if (!exists(tid)) {
                return Optional.of("thread " + tid);
            }
        }
        return Optional.empty();
    }

    /// Whether all processes and threads that were named have ended, so that nothing more will come.
    public boolean hasEnded() {
        return isNamed()
                && pids.stream().noneMatch(Target::exists)
                && tids.stream().noneMatch(Target::exists);
    }

    private boolean isNamed() {
        return !pids.isEmpty() || !tids.isEmpty();
    }

    /// The folder of a thread is there as well, though a listing of `/proc` does not show it.
    private static boolean exists(int pid) {
        return Files.isDirectory(Path.of("/proc/" + pid));
    }
}
