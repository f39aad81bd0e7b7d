package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Instruction;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.ProgramType;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What the builder makes of small programs: nothing a person would leave out.
class GeneratedCodeTest {
    private static final Layout.Builder BUILDER = Layout.struct("pair");
    private static final Field A = BUILDER.u32("a");
    private static final Field B = BUILDER.u32("b");
    private static final Field C = BUILDER.u64("c");
    private static final Layout RECORD = BUILDER.build();

    private static List<String> lines(Consumer<Body> body) {
        ProgramShape shape = ProgramShape.of("small", ProgramType.KPROBE, AttachType.NONE, null, null)
                .on(Architecture.X86_64);
        return Program.build(shape, body)
                .code()
                .toString()
                .lines()
                .filter(line -> line.contains("("))
                .map(line -> line.substring(line.indexOf(')') + 2))
                .toList();
    }

    @Test
    void emptyProgramReturnsZero() {
        assertThat(lines(p -> {})).containsExactly("r0 = 0", "exit");
    }

    @Test
    void filterIsOneComparison() {
        assertThat(lines(p -> {
                    p.exitIf(p.pid().ne(77));
                    p.exit(1);
                }))
                .containsExactly(
                        "call bpf_get_current_pid_tgid#14",
                        "r0 >>= 32",
                        "if r0 != 0x4d goto pc+2 <small.1>",
                        "r0 = 1",
                        "exit",
                        "r0 = 0",
                        "exit");
    }

    @Test
    void contextStaysInItsRegisterUntilACall() {
        assertThat(lines(p -> p.exit(p.argument(0).add(p.argument(1)))))
                .containsExactly("r0 = *(u64 *)(r1 +112)", "r1 = *(u64 *)(r1 +104)", "r0 += r1", "exit");
    }

    @Test
    void constantsAreComputedInJava() {
        assertThat(lines(p -> p.exit(p.constant(6).mul(7).shl(1).sub(42)))).containsExactly("r0 = 42", "exit");
    }

    @Test
    void whatNobodyReadsIsNotComputed() {
        assertThat(lines(p -> p.argument(3).mul(5).log2())).containsExactly("r0 = 0", "exit");
    }

    @Test
    void recordThatIsWrittenWhollyIsNotClearedFirst() {
        List<String> lines = lines(p -> {
            Memory record = p.local(RECORD).set(A, 1).set(B, 2).set(C, p.nanos());
            p.exit(record.get(C));
        });
        assertThat(lines.stream().filter(line -> line.startsWith("*(")).toList())
                .hasSize(3);
    }

    @Test
    void recordThatIsWrittenPartlyIsClearedFirst() {
        List<String> lines = lines(p -> {
            Memory record = p.local(RECORD).set(A, 1);
            p.exit(record.get(C));
        });
        assertThat(lines).contains("*(u64 *)(r10 -16) = 0", "*(u64 *)(r10 -8) = 0", "*(u32 *)(r10 -16) = 1");
    }

    @Test
    void fewValuesAcrossCallsNeedNoStack() {
        Program program = Program.kprobe("values", p -> {
            Value a = p.argument(0);
            Value b = p.argument(1);
            Value c = p.nanos();
            p.exit(p.nanos().sub(c).add(a).add(b));
        });
        assertThat(program.code().instructions())
                .noneMatch(each -> each instanceof Instruction.Store store && store.base() == Register.R10);
    }
}
