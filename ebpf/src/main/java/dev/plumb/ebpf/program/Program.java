package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.ProgramType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A program for the kernel, written in Java: the body runs once, here, and what it calls becomes the program.
///
/// ```java
/// Program program = Program.kprobe("on_read", "vfs_read", p -> {
///     p.exitIf(p.pid().ne(target));
///     Value count = p.argument("count");
///     p.lookup(sizes, count.log2(), cell -> cell.add(1));
/// });
/// try (BpfProgram loaded = program.load();
///         Link link = Kprobe.of("vfs_read").attach(loaded)) { ... }
/// ```
/// Every mistake that can be found without the kernel is an [dev.plumb.ebpf.asm.AssemblyException] that names the Java
/// line; what only the verifier finds is a [dev.plumb.ebpf.load.VerifierException] that does, too.
///
/// Immutable. Maps that the program uses must stay open until it is loaded.
public record Program(ProgramShape shape, Code code) {
    /// Builds a program of any shape.
    public static Program build(ProgramShape shape, Consumer<Body> body) {
        return new Program(shape, Assembly.assemble(shape, body));
    }

    /// For a kprobe, a kretprobe, a uprobe or a uretprobe.
    public static Program kprobe(String name, Consumer<Body> body) {
        return plain(name, ProgramType.KPROBE, null, body);
    }

    /// For a kprobe or kretprobe on a known function, whose arguments then have names.
    public static Program kprobe(String name, String function, Consumer<Body> body) {
        return plain(name, ProgramType.KPROBE, function, body);
    }

    /// For a uprobe or a uretprobe.
    public static Program uprobe(String name, Consumer<Body> body) {
        return plain(name, ProgramType.KPROBE, null, body);
    }

    /// For many kernel functions at once; needs Linux 5.18.
    public static Program kprobeMulti(String name, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.KPROBE, AttachType.KPROBE_MULTI, null, null), body);
    }

    /// For many places of a file at once; needs Linux 6.6.
    public static Program uprobeMulti(String name, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.KPROBE, AttachType.UPROBE_MULTI, null, null), body);
    }

    /// For a tracepoint with a record that tracefs describes.
    public static Program tracepoint(String name, String category, String event, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.TRACEPOINT, AttachType.NONE, category, event), body);
    }

    /// For a tracepoint with its arguments as the kernel passes them.
    public static Program rawTracepoint(String name, String event, Consumer<Body> body) {
        return plain(name, ProgramType.RAW_TRACEPOINT, event, body);
    }

    /// For a tracepoint whose arguments are typed: kernel structs are read without a helper.
    public static Program tpBtf(String name, String event, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.TRACING, AttachType.TP_BTF, null, event), body);
    }

    /// For the entry of a kernel function.
    public static Program fentry(String name, String function, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.TRACING, AttachType.FENTRY, null, function), body);
    }

    /// For the return of a kernel function, with its arguments and its result.
    public static Program fexit(String name, String function, Consumer<Body> body) {
        return build(ProgramShape.of(name, ProgramType.TRACING, AttachType.FEXIT, null, function), body);
    }

    /// For samples of a perf event, such as the CPU clock.
    public static Program perfEvent(String name, Consumer<Body> body) {
        return plain(name, ProgramType.PERF_EVENT, null, body);
    }

    /// For the packets of a socket; its result is how many bytes of each pass.
    public static Program socketFilter(String name, Consumer<Body> body) {
        return plain(name, ProgramType.SOCKET_FILTER, null, body);
    }

    /// For [BpfProgram#testRun] alone, with a context of the caller's choice; needs Linux 5.14.
    public static Program systemCall(String name, Consumer<Body> body) {
        return plain(name, ProgramType.SYSCALL, null, body);
    }

    private static Program plain(String name, ProgramType type, @Nullable String target, Consumer<Body> body) {
        return build(ProgramShape.of(name, type, AttachType.NONE, null, target), body);
    }

    public String name() {
        return shape.name();
    }

    /// What to load.
    public ProgramSpec spec() {
        return shape.spec(code);
    }

    /// Loads the program into the kernel.
    public BpfProgram load() {
        return BpfProgram.load(spec());
    }

    /// The disassembly.
    @Override
    public String toString() {
        return shape.name() + " (" + shape.type() + ")\n" + code;
    }
}
