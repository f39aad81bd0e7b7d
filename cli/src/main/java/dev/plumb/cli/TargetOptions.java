package dev.plumb.cli;

import dev.plumb.tools.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Whom to look at.
final class TargetOptions {
    @Option(
            names = {"-p", "--pid"},
            paramLabel = "PID",
            split = ",",
            description = "these processes, such as 12 or 12,13")
    private List<Integer> pids = new ArrayList<>();

    @Option(
            names = {"-t", "--tid"},
            paramLabel = "TID",
            split = ",",
            description = "these threads")
    private List<Integer> tids = new ArrayList<>();

    @Option(
            names = {"-n", "--comm"},
            paramLabel = "NAME",
            description = "processes and threads of this name (15 characters of it)")
    private List<String> comms = new ArrayList<>();

    @Option(names = "--cgroup", paramLabel = "PATH", description = "a cgroup2 folder and all below it")
    private @Nullable Path cgroup;

    @Option(names = "--pidns", paramLabel = "INODE", description = "a pid namespace, as /proc/PID/ns/pid shows it")
    private long pidNamespace;

    Target target() {
        return new Target(pids, tids, comms, cgroup, pidNamespace);
    }
}
