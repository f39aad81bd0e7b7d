package dev.plumb.ebpf.program;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static dev.plumb.ebpf.Workload.CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.PerfSampling;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.link.Tracing;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// What each type of program reads from its context, on a workload that reads 23 bytes of `/dev/zero` 23 times and
/// calls `target(i, 2 * i)` 23 times.
class ContextKernelTest {
    private static final long BYTES = 23;
    private static final long SUM = CALLS * (CALLS - 1) / 2;

    /// Runs the workload under a program, and returns what it counted in its cells.
    private static long[] count(
            Function<Consumer<Body>, Program> type, Function<BpfProgram, Link> attach, BiConsumer<Body, BpfMap> body) {
        try (BpfMap cells = cells(4);
                Workload workload = Workload.start(0)) {
            Program program = type.apply(p -> {
                p.exitIf(p.pid().ne(workload.pid()));
                body.accept(p, cells);
            });
            try (BpfProgram loaded = program.load();
                    Link _ = attach.apply(loaded)) {
                workload.run();
            }
            return new long[] {cell(cells, 0), cell(cells, 1), cell(cells, 2), cell(cells, 3)};
        }
    }

    private static void sum(Body p, BpfMap cells, int cell, Value amount) {
        p.count(new Counter(cells, cell), amount);
    }

    /// Whether the file is called `zero`: its name read as four characters and the zero behind them.
    private static Condition isZero(Body p, KernelObject file) {
        Memory name = p.local(8);
        name.fill(file.text("f_path.dentry.d_name.name"));
        return name.get(Type.U32, 0)
                .eq('z' | 'e' << 8 | 'r' << 16 | 'o' << 24)
                .and(name.get(Type.U8, 4).eq(0));
    }

    private static void onRead(Body p, BpfMap cells) {
        p.exitIf(isZero(p, p.kernelArgument("file")).not());
        sum(p, cells, 0, p.constant(1));
        sum(p, cells, 1, p.argument("count"));
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void kprobeHasArgumentsAndFileNames() {
        long[] seen = count(
                body -> Program.kprobe("on_read", "vfs_read", body),
                program -> Kprobe.of("vfs_read").attach(program),
                ContextKernelTest::onRead);
        assertThat(seen).containsExactly(CALLS, CALLS * BYTES, 0, 0);
    }

    @Test
    @Requires(KernelFeature.FENTRY)
    void fentryHasTypedArguments() {
        long[] seen = count(body -> Program.fentry("on_read", "vfs_read", body), Tracing::attach, (p, cells) -> {
            onRead(p, cells);
            KernelObject file = p.kernelArgument("file");
            sum(p, cells, 2, file.field("f_flags").and(3).add(1));
            sum(p, cells, 3, file.object("f_inode").field("i_nlink"));
        });
        assertThat(seen).containsExactly(CALLS, CALLS * BYTES, CALLS, CALLS);
    }

    @Test
    @Requires(KernelFeature.FENTRY)
    void fexitHasArgumentsAndResult() {
        long[] seen = count(body -> Program.fexit("read_done", "vfs_read", body), Tracing::attach, (p, cells) -> {
            onRead(p, cells);
            sum(p, cells, 2, p.result());
        });
        assertThat(seen).containsExactly(CALLS, CALLS * BYTES, CALLS * BYTES, 0);
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void kretprobeHasTheResult() {
        long[] seen = count(
                body -> Program.kprobe("read_done", "vfs_read", body),
                program -> Kprobe.returnOf("vfs_read").attach(program),
                (p, cells) -> {
                    p.exitIf(p.result().ne(BYTES));
                    sum(p, cells, 0, p.constant(1));
                    sum(p, cells, 1, p.result());
                });
        assertThat(seen).containsExactly(CALLS, CALLS * BYTES, 0, 0);
    }

    @Test
    void uprobeHasArguments() {
        long[] seen = count(
                body -> Program.uprobe("on_target", body),
                program -> Uprobe.of(Workload.program(), "target").attach(program),
                (p, cells) -> {
                    sum(p, cells, 0, p.constant(1));
                    sum(p, cells, 1, p.argument(0));
                    sum(p, cells, 2, p.argument(1));
                    p.ifTrue(
                            p.instructionPointer().ne(0).and(p.stackPointer().ne(0)),
                            () -> sum(p, cells, 3, p.constant(1)));
                });
        assertThat(seen).containsExactly(CALLS, SUM, 2 * SUM, CALLS);
    }

    @Test
    void uretprobeHasTheResult() {
        long[] seen = count(
                body -> Program.uprobe("target_done", body),
                program -> Uprobe.of(Workload.program(), "target").onReturn().attach(program),
                (p, cells) -> sum(p, cells, 0, p.result()));
        assertThat(seen[0]).isEqualTo(3 * SUM);
    }

    @Test
    void tracepointHasItsRecord() {
        long[] seen = count(
                body -> Program.tracepoint("on_enter", "raw_syscalls", "sys_enter", body),
                program -> Tracepoint.of("raw_syscalls", "sys_enter").attach(program),
                (p, cells) -> {
                    p.exitIf(p.field("id").ne(readNumber()));
                    p.exitIf(p.contextValue(Type.U64, 16 + 8 * 2).ne(BYTES));
                    sum(p, cells, 0, p.constant(1));
                });
        assertThat(seen[0]).isEqualTo(CALLS);
    }

    @Test
    void rawTracepointHasTheRegistersOfSystemCalls() {
        long[] seen = count(
                body -> Program.rawTracepoint("on_enter", "sys_enter", body),
                program -> RawTracepoint.of("sys_enter").attach(program),
                (p, cells) -> {
                    p.exitIf(p.argument("id").ne(readNumber()));
                    Value size = p.systemCallArgument(p.argument("regs"), 2);
                    p.exitIf(size.ne(BYTES));
                    sum(p, cells, 0, p.constant(1));
                });
        assertThat(seen[0]).isEqualTo(CALLS);
    }

    @Test
    @Requires(KernelFeature.TRACING_PROGRAMS)
    void typedTracepointReadsStructsDirectly() {
        long[] seen = count(body -> Program.tpBtf("on_exit", "sys_exit", body), Tracing::attach, (p, cells) -> {
            KernelObject registers = p.kernelArgument("regs");
            p.exitIf(p.argument("ret").ne(BYTES));
            sum(p, cells, 0, p.constant(1));
            String result = p.shape().architecture() == Architecture.X86_64 ? "ax" : "regs[0]";
            sum(p, cells, 1, registers.field(result));
        });
        assertThat(seen[0]).isEqualTo(CALLS);
        assertThat(seen[1]).isEqualTo(CALLS * BYTES);
    }

    @Test
    void perfEventHasRegistersAndStacks() {
        try (BpfMap cells = cells(4);
                BpfMap stacks = BpfMap.create(MapSpec.stackTrace("stacks", 64, 256));
                Workload workload = Workload.start(300)) {
            Program program = Program.perfEvent("sample", p -> {
                p.exitIf(p.pid().ne(workload.pid()));
                sum(p, cells, 0, p.constant(1));
                p.ifTrue(
                        p.instructionPointer().ne(0).and(p.framePointer().ne(0)),
                        () -> sum(p, cells, 1, p.constant(1)));
                Value stack = p.stackId(stacks, StackOption.USER, StackOption.REUSE);
                p.ifTrue(stack.ge(0), () -> sum(p, cells, 2, p.constant(1)));
                p.ifTrue(p.samplePeriod().gt(0), () -> sum(p, cells, 3, p.constant(1)));
            });
            try (BpfProgram loaded = program.load();
                    Link _ = PerfSampling.hertz(199).attach(loaded)) {
                workload.run();
            }
            long samples = cell(cells, 0);
            assertThat(samples).isPositive();
            // A sample on the way into the process or out of it may have no frame and no user stack.
            assertThat(cell(cells, 1)).isBetween(samples * 9 / 10 - 1, samples);
            assertThat(cell(cells, 2)).isBetween(samples * 9 / 10 - 1, samples);
            assertThat(cell(cells, 3)).isEqualTo(samples);
        }
    }

    private static int readNumber() {
        return switch (Architecture.current()) {
            case X86_64 -> 0;
            case AARCH64 -> 63;
        };
    }
}
