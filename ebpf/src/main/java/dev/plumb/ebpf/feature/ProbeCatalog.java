package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.btf.KernelBtf;
import dev.plumb.ebpf.link.KernelFunctions;
import dev.plumb.ebpf.link.TraceFileSystem;
import dev.plumb.ebpf.link.UserFunctions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The probes that can be attached on this machine.
public final class ProbeCatalog {
    private final List<String> notes = new ArrayList<>();

    private ProbeCatalog() {}

    /// Probes, and what could not be looked at and why.
    ///
    /// @param probes as tools take them, such as `tracepoint:sched:sched_switch`, sorted
    public record Listing(List<String> probes, List<String> notes) {
        public Listing {
            probes = List.copyOf(probes);
            notes = List.copyOf(notes);
        }
    }

    /// The probes that match a glob of `*` and `?`: over the whole name, or over the part behind its first colon. A
    /// pattern `uprobe:FILE:GLOB` lists the functions of a file.
    public static Listing matching(String pattern) {
        ProbeCatalog catalog = new ProbeCatalog();
        Set<String> probes = pattern.startsWith("uprobe:") ? userFunctions(pattern) : catalog.kernel(pattern);
        return new Listing(List.copyOf(probes), catalog.notes);
    }

    private Set<String> kernel(String pattern) {
        Predicate<String> glob = KernelFunctions.glob(pattern);
        Predicate<String> wanted = name -> glob.test(name) || glob.test(name.substring(name.indexOf(':') + 1));
        Set<String> probes = new TreeSet<>();
        addTracepoints(probes, wanted);
        addRawTracepoints(probes, wanted);
        addFunctions(probes, wanted);
        return probes;
    }

    private void addTracepoints(Set<String> probes, Predicate<String> wanted) {
        try (TraceFileSystem tracefs = TraceFileSystem.open();
                DirectoryStream<Path> categories =
                        Files.newDirectoryStream(tracefs.path("events"), Files::isDirectory)) {
            for (Path category : categories) {
                try (DirectoryStream<Path> events = Files.newDirectoryStream(category, Files::isDirectory)) {
                    for (Path event : events) {
                        add(probes, wanted, "tracepoint:" + category.getFileName() + ":" + event.getFileName());
                    }
                }
            }
        } catch (IOException | BpfException e) {
            notes.add("tracepoints are left out: " + e.getMessage());
        }
    }

    private void addRawTracepoints(Set<String> probes, Predicate<String> wanted) {
        try {
            KernelBtf.running().vmlinux().tracepoints("*").forEach(name -> add(probes, wanted, "rawtp:" + name));
        } catch (BpfException e) {
            notes.add("raw tracepoints are left out: " + e.getMessage());
        }
    }

    private void addFunctions(Set<String> probes, Predicate<String> wanted) {
        List<String> kinds = new ArrayList<>();
        for (Finding finding : AttachProbes.kernelFunctionProbes()) {
            if (finding.support() instanceof Support.Works) {
                kinds.add(finding.name() + ":");
            }
        }
        if (kinds.isEmpty()) {
            notes.add("kernel functions are left out: neither kprobes nor fentry work here (see `plumb doctor`)");
            return;
        }
        for (String function : KernelFunctions.matching("*")) {
            for (String kind : kinds) {
                add(probes, wanted, kind + function);
            }
        }
    }

    private static void add(Set<String> probes, Predicate<String> wanted, String probe) {
        if (wanted.test(probe)) {
            probes.add(probe);
        }
    }

    private static Set<String> userFunctions(String pattern) {
        int colon = pattern.lastIndexOf(':');
        boolean named = colon > "uprobe:".length();
        String file = pattern.substring("uprobe:".length(), named ? colon : pattern.length());
        Predicate<String> wanted = KernelFunctions.glob(named ? pattern.substring(colon + 1) : "*");
        Set<String> probes = new TreeSet<>();
        UserFunctions.matching(Path.of(file), wanted)
                .keySet()
                .forEach(function -> probes.add("uprobe:" + file + ":" + function));
        return probes;
    }
}
