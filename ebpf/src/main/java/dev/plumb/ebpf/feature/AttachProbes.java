package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.KprobeMulti;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.PerfSampling;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.link.Tracing;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.link.UprobeMulti;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Attaches a program that does nothing by each means, and lets go at once. The hooks are chosen to be quiet ones.
final class AttachProbes {
    private static final String FUNCTION = "do_sys_openat2";
    private static final String TRACEPOINT = "sched_process_exec";
    private static final Code NOTHING =
            new Assembler("probe").mov(Register.R0, 0).exit().assemble();
    private static final int OWN_PID = (int) ProcessHandle.current().pid();

    private final List<Finding> findings = new ArrayList<>();

    private AttachProbes() {}

    static List<Finding> all() {
        AttachProbes probes = new AttachProbes();
        probes.sampling();
        probes.tracepoints();
        probes.kernelFunctions();
        probes.userFunctions();
        return probes.findings;
    }

    /// Only kprobe and fentry, for what a list of functions depends on.
    static List<Finding> kernelFunctionProbes() {
        AttachProbes probes = new AttachProbes();
        probes.kernelFunctions();
        return probes.findings.stream()
                .filter(finding ->
                        finding.name().equals("kprobe") || finding.name().equals("fentry"))
                .toList();
    }

    private void sampling() {
        add(
                "sampling by CPU clock",
                ProgramSpec.perfEvent("probe", NOTHING),
                program ->
                        PerfSampling.hertz(1).with(PerfSampling.Source.SOFTWARE).attach(program),
                "use a kernel with CONFIG_PERF_EVENTS");
        add(
                "sampling by hardware cycles",
                ProgramSpec.perfEvent("probe", NOTHING),
                program ->
                        PerfSampling.hertz(1).with(PerfSampling.Source.HARDWARE).attach(program),
                "not needed: the CPU clock is used instead; virtual machines often have no counters");
    }

    private void tracepoints() {
        add(
                "tp_btf",
                ProgramSpec.tpBtf("probe", TRACEPOINT, NOTHING),
                Tracing::attach,
                "raw tracepoints are used instead");
        add(
                "raw tracepoint",
                ProgramSpec.rawTracepoint("probe", NOTHING),
                program -> RawTracepoint.of(TRACEPOINT).attach(program),
                "tracepoints are used instead");
        add(
                "tracepoint",
                ProgramSpec.tracepoint("probe", NOTHING),
                program -> Tracepoint.of("sched", TRACEPOINT).attach(program),
                "mount tracefs, or run as root");
    }

    private void kernelFunctions() {
        String instead = "tracepoints and uprobes work without; a kernel with CONFIG_KPROBES has it";
        add(
                "kprobe",
                ProgramSpec.kprobe("probe", NOTHING),
                program -> Kprobe.of(FUNCTION).attach(program),
                instead);
        add(
                "kretprobe",
                ProgramSpec.kprobe("probe", NOTHING),
                program -> Kprobe.returnOf(FUNCTION).attach(program),
                instead);
        add(
                "kprobe.multi",
                ProgramSpec.kprobeMulti("probe", NOTHING),
                program -> KprobeMulti.of(List.of(FUNCTION)).attach(program),
                "kprobes are used one by one; Linux 5.18 with CONFIG_FPROBE has it");
        add(
                "fentry",
                ProgramSpec.fentry("probe", FUNCTION, NOTHING),
                Tracing::attach,
                "kprobes are used instead; Linux 5.5 with BTF and function tracing has it");
    }

    private void userFunctions() {
        Path program = Path.of("/proc/self/exe");
        long offset = ProgramEntry.offset(program);
        add(
                "uprobe",
                ProgramSpec.kprobe("probe", NOTHING),
                loaded -> Uprobe.at(program, offset).ofPid(OWN_PID).attach(loaded),
                "use a kernel with CONFIG_UPROBES");
        add(
                "uretprobe",
                ProgramSpec.kprobe("probe", NOTHING),
                loaded -> Uprobe.at(program, offset).ofPid(OWN_PID).onReturn().attach(loaded),
                "use a kernel with CONFIG_UPROBES");
        add(
                "uprobe.multi",
                ProgramSpec.uprobeMulti("probe", NOTHING),
                loaded ->
                        UprobeMulti.of(program, List.of(offset)).ofPid(OWN_PID).attach(loaded),
                "uprobes are used one by one; Linux 6.6 has it");
    }

    private void add(String name, ProgramSpec spec, Function<BpfProgram, Link> attach, String remedy) {
        String[] means = {""};
        Support support = Support.of(
                () -> {
                    try (BpfProgram program = BpfProgram.load(spec);
                            Link link = attach.apply(program)) {
                        means[0] = link.means();
                    }
                },
                remedy);
        boolean works = support instanceof Support.Works;
        findings.add(new Finding(Finding.Area.ATTACHMENTS, name, works ? new Support.Works(means[0]) : support));
    }
}
