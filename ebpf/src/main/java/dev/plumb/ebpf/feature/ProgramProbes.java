package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.ProgramType;
import dev.plumb.ebpf.load.VerifierException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Tries program types, and the helpers the tools call from them.
final class ProgramProbes {
    /// The helpers the tools need or like, with the Linux version that brought each.
    private static final Map<Helper, String> HELPERS = Map.ofEntries(
            Map.entry(Helper.GET_STACKID, "4.6"),
            Map.entry(Helper.GET_STACK, "4.18"),
            Map.entry(Helper.PROBE_READ_KERNEL, "5.5"),
            Map.entry(Helper.PROBE_READ_USER_STR, "5.5"),
            Map.entry(Helper.GET_CURRENT_CGROUP_ID, "4.18"),
            Map.entry(Helper.GET_NS_CURRENT_PID_TGID, "5.7"),
            Map.entry(Helper.KTIME_GET_BOOT_NS, "5.8"),
            Map.entry(Helper.RINGBUF_RESERVE, "5.8"),
            Map.entry(Helper.GET_CURRENT_TASK_BTF, "5.11"),
            Map.entry(Helper.TASK_PT_REGS, "5.15"),
            Map.entry(Helper.GET_ATTACH_COOKIE, "5.15"),
            Map.entry(Helper.GET_FUNC_IP, "5.15"),
            Map.entry(Helper.LOOP, "5.17"),
            Map.entry(Helper.MAP_LOOKUP_PERCPU_ELEM, "5.19"));

    private ProgramProbes() {}

    static List<Finding> types() {
        List<Finding> findings = new ArrayList<>();
        Code code = new Assembler("probe").mov(Register.R0, 0).exit().assemble();
        for (ProgramType type : ProgramType.values()) {
            if (type != ProgramType.TRACING && type != ProgramType.SYSCALL) {
                ProgramSpec spec = new ProgramSpec("probe", type, AttachType.NONE, code, null, null);
                Support support = Support.of(() -> BpfProgram.load(spec).close(), "Linux has it since " + type.since());
                findings.add(new Finding(Finding.Area.PROGRAMS, type.name(), support));
            }
        }
        Support tracing = Support.of(
                () -> BpfProgram.load(ProgramSpec.tpBtf("probe", "sched_switch", code))
                        .close(),
                "Linux has it since 5.5, with BTF");
        findings.add(new Finding(Finding.Area.PROGRAMS, ProgramType.TRACING.name(), tracing));
        return findings;
    }

    static List<Finding> helpers() {
        return HELPERS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new Finding(
                        Finding.Area.HELPERS, entry.getKey().symbol(), helper(entry.getKey(), entry.getValue())))
                .toList();
    }

    /// Calls the helper with nothing prepared: the verifier objects to the call itself only if it does not have it.
    private static Support helper(Helper helper, String since) {
        Code code = new Assembler("probe").call(helper).exit().assembleUnchecked();
        try {
            BpfProgram.load(ProgramSpec.kprobe("probe", code)).close();
            return Support.WORKS;
        } catch (VerifierException e) {
            boolean unknown = e.log().contains("unknown func")
                    || e.log().contains("invalid func")
                    || e.log().contains("cannot use helper");
            return unknown ? new Support.Missing(e.summary(), "Linux has it since " + since) : Support.WORKS;
        } catch (BpfException e) {
            return Support.of(
                    () -> {
                        throw e;
                    },
                    "Linux has it since " + since);
        }
    }
}
