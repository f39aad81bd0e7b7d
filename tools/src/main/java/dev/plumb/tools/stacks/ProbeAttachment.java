package dev.plumb.tools.stacks;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.feature.ProbeCatalog;
import dev.plumb.ebpf.link.KernelFunctions;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.KprobeMulti;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.link.Tracing;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.link.UprobeMulti;
import dev.plumb.ebpf.link.UserFunctions;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Program;
import dev.plumb.tools.OpenParts;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/// Loads a program for each probe and attaches it by the best means that the kernel has.
final class ProbeAttachment {
    private static final String NAME = "plumb_stacks";

    private final OpenParts parts;
    private final Consumer<Body> body;
    private final Set<String> means;

    /// Holds what the program does, whatever it is attached to.
    private ProbeAttachment(OpenParts parts, Consumer<Body> body, Set<String> means) {
        this.parts = parts;
        this.body = body;
        this.means = means;
    }

    /// Attaches to a probe and gives the means that were used.
    static Set<String> attach(Probe probe, OpenParts parts, Consumer<Body> body) {
        ProbeAttachment attachment = new ProbeAttachment(parts, body, new TreeSet<>());
        switch (probe) {
            case Probe.Tracepoint tracepoint -> attachment.tracepoints(tracepoint);
            case Probe.RawTracepoint raw ->
                attachment.add(Program.rawTracepoint(NAME, raw.name(), body), RawTracepoint.of(raw.name())::attach);
            case Probe.KernelFunction function -> attachment.kernelFunction(function);
            case Probe.UserFunction function -> attachment.userFunction(function);
        }
        return attachment.means;
    }

    private void add(Program program, Function<BpfProgram, Link> attach) {
        BpfProgram loaded = parts.add(program.load());
        means.add(parts.add(attach.apply(loaded)).means());
    }

    private void tracepoints(Probe.Tracepoint probe) {
        if (!probe.text().contains("*")) {
            tracepoint(probe.category(), probe.name());
            return;
        }
        List<String> names = ProbeCatalog.matching(probe.text()).probes();
        if (names.isEmpty()) {
            throw none(probe, "no tracepoint matches");
        }
        for (String name : names) {
            String[] columns = name.split(":");
            tracepoint(columns[1], columns[2]);
        }
    }

    private void tracepoint(String category, String name) {
        add(Program.tracepoint(NAME, category, name, body), Tracepoint.of(category, name)::attach);
    }

    private void kernelFunction(Probe.KernelFunction probe) {
        List<String> functions = probe.isGlob() ? KernelFunctions.matching(probe.name()) : List.of(probe.name());
        if (functions.isEmpty()) {
            throw none(probe, "no kernel function that can be probed matches");
        }
        switch (probe.means()) {
            case KPROBE -> kprobes(functions);
            case FENTRY -> functions.forEach(this::fentry);
            case BEST -> {
                try {
                    kprobes(functions);
                } catch (UnsupportedFeatureException kprobes) {
                    fentries(functions, kprobes);
                }
            }
        }
    }

    /// Where the kernel has neither, the message about kprobes is the one that helps.
    private void fentries(List<String> functions, UnsupportedFeatureException kprobes) {
        try {
            functions.forEach(this::fentry);
        } catch (UnsupportedFeatureException e) {
            throw kprobes;
        }
    }

    private void kprobes(List<String> functions) {
        if (functions.size() == 1) {
            String function = functions.getFirst();
            add(Program.kprobe(NAME, function, body), Kprobe.of(function)::attach);
            return;
        }
        KprobeMulti all = KprobeMulti.of(functions);
        try {
            add(Program.kprobeMulti(NAME, body), all::attach);
        } catch (UnsupportedFeatureException e) {
            add(Program.kprobe(NAME, body), all::attach);
        }
    }

    private void fentry(String function) {
        add(Program.fentry(NAME, function, body), Tracing::attach);
    }

    private void userFunction(Probe.UserFunction probe) {
        if (!probe.isGlob()) {
            add(Program.uprobe(NAME, body), Uprobe.of(probe.file(), probe.symbol())::attach);
            return;
        }
        List<Long> offsets =
                UserFunctions.matching(probe.file(), KernelFunctions.glob(probe.symbol())).values().stream()
                        .distinct()
                        .toList();
        if (offsets.isEmpty()) {
            throw none(probe, "no function of the file matches");
        }
        UprobeMulti all = UprobeMulti.of(probe.file(), offsets);
        try {
            add(Program.uprobeMulti(NAME, body), all::attach);
        } catch (UnsupportedFeatureException e) {
            add(Program.uprobe(NAME, body), all::attach);
        }
    }

    private static BpfException none(Probe probe, String reason) {
        return new BpfException(
                "attach " + probe.text(),
                Errno.ENOENT,
                reason,
                "`plumb list '" + probe.text() + "'` shows what there is");
    }
}
