package dev.plumb.ebpf.load;

import dev.plumb.ebpf.asm.Code;
import org.jspecify.annotations.Nullable;

/// What a program is to be, before it is loaded: data, with no descriptor of its own. [BpfProgram#load(ProgramSpec)]
/// loads one.
///
/// @param name at most 15 characters reach the kernel
/// @param target for tracing programs, the kernel function or tracepoint they are written for; else null
/// @param debugInfo BTF with function and line information, or null for that of the code's own lines
public record ProgramSpec(
        String name,
        ProgramType type,
        AttachType attachType,
        Code code,
        @Nullable String target,
        @Nullable DebugInfo debugInfo) {
    /// Kernel helpers for tracing are for GPL-compatible programs; the library's own code is MIT.
    static final String LICENSE = "Dual MIT/GPL";

    public static ProgramSpec socketFilter(String name, Code code) {
        return plain(name, ProgramType.SOCKET_FILTER, code);
    }

    /// A program for kprobes, kretprobes, uprobes and uretprobes.
    public static ProgramSpec kprobe(String name, Code code) {
        return plain(name, ProgramType.KPROBE, code);
    }

    /// A program for many kernel functions at once; needs Linux 5.18 with CONFIG_FPROBE.
    public static ProgramSpec kprobeMulti(String name, Code code) {
        return new ProgramSpec(name, ProgramType.KPROBE, AttachType.KPROBE_MULTI, code, null, null);
    }

    /// A program for many places of a file at once; needs Linux 6.6.
    public static ProgramSpec uprobeMulti(String name, Code code) {
        return new ProgramSpec(name, ProgramType.KPROBE, AttachType.UPROBE_MULTI, code, null, null);
    }

    public static ProgramSpec tracepoint(String name, Code code) {
        return plain(name, ProgramType.TRACEPOINT, code);
    }

    public static ProgramSpec rawTracepoint(String name, Code code) {
        return plain(name, ProgramType.RAW_TRACEPOINT, code);
    }

    public static ProgramSpec perfEvent(String name, Code code) {
        return plain(name, ProgramType.PERF_EVENT, code);
    }

    /// A program for a tracepoint whose arguments are typed by BTF.
    public static ProgramSpec tpBtf(String name, String tracepoint, Code code) {
        return new ProgramSpec(name, ProgramType.TRACING, AttachType.TP_BTF, code, tracepoint, null);
    }

    /// A program that runs as a kernel function is entered.
    public static ProgramSpec fentry(String name, String function, Code code) {
        return new ProgramSpec(name, ProgramType.TRACING, AttachType.FENTRY, code, function, null);
    }

    /// A program that runs as a kernel function returns, with its arguments and result.
    public static ProgramSpec fexit(String name, String function, Code code) {
        return new ProgramSpec(name, ProgramType.TRACING, AttachType.FEXIT, code, function, null);
    }

    private static ProgramSpec plain(String name, ProgramType type, Code code) {
        return new ProgramSpec(name, type, AttachType.NONE, code, null, null);
    }

    public ProgramSpec withDebugInfo(DebugInfo info) {
        return new ProgramSpec(name, type, attachType, code, target, info);
    }
}
