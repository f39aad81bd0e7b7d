package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.btf.Btf;
import dev.plumb.ebpf.btf.KernelBtf;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.ProgramType;
import org.jspecify.annotations.Nullable;

/// What a program is built for: its type, what it will be attached to, and the machine it will run on.
///
/// @param category of the tracepoint, such as `sched`; else null
/// @param target the kernel function or tracepoint where it is known, else null
/// @param kernel where the layout of the kernel's structs comes from
public record ProgramShape(
        String name,
        ProgramType type,
        AttachType attachType,
        @Nullable String category,
        @Nullable String target,
        Architecture architecture,
        KernelBtf kernel) {
    /// Opened once: each program would read the kernel's types again.
    private static final KernelBtf RUNNING = KernelBtf.running();

    /// A program for this machine.
    public static ProgramShape of(
            String name, ProgramType type, AttachType attachType, @Nullable String category, @Nullable String target) {
        return new ProgramShape(name, type, attachType, category, target, Architecture.current(), RUNNING);
    }

    /// The same for another architecture.
    public ProgramShape on(Architecture newArchitecture) {
        return new ProgramShape(name, type, attachType, category, target, newArchitecture, kernel);
    }

    /// The same with the types of another kernel.
    public ProgramShape with(KernelBtf newKernel) {
        return new ProgramShape(name, type, attachType, category, target, architecture, newKernel);
    }

    Btf btf() {
        return kernel.vmlinux();
    }

    ProgramSpec spec(Code code) {
        String traced = type == ProgramType.TRACING ? target : null;
        return new ProgramSpec(name, type, attachType, code, traced, null);
    }
}
