package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.btf.Btf;
import dev.plumb.ebpf.btf.BtfType;
import dev.plumb.ebpf.btf.KernelBtf;

/// Finds the BTF type that a tracing program is loaded for.
final class AttachTarget {
    private AttachTarget() {}

    /// The type's number in the kernel's BTF, or 0 for programs that need none.
    static int resolve(ProgramSpec spec, String operation) {
        String target = spec.target();
        if (target == null) {
            return 0;
        }
        Btf btf = KernelBtf.running().vmlinux();
        return switch (spec.attachType()) {
            case TP_BTF ->
                btf.find("btf_trace_" + target, BtfType.Typedef.class)
                        .orElseThrow(() -> missing(operation, "tracepoint", target))
                        .id();
            case FENTRY, FEXIT ->
                btf.find(target, BtfType.Function.class)
                        .orElseThrow(() -> missing(operation, "function", target))
                        .id();
            case NONE, KPROBE_MULTI, UPROBE_MULTI -> 0;
        };
    }

    private static BpfException missing(String operation, String what, String target) {
        return new BpfException(
                operation,
                Errno.ENOENT,
                "the kernel's BTF has no " + what + " '" + target + "'",
                "`plumb list '*" + target + "*'` shows similar names");
    }
}
