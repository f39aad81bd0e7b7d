package dev.plumb.ebpf.link;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.Arguments;
import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The workload reads 23 bytes 23 times: `vfs_read(file, buffer, 23, position)` returns 23.
class KprobeKernelTest {
    private static final int COUNT_ARGUMENT = 2;
    private static final long BYTES = 23;

    @Test
    @Requires(KernelFeature.KPROBES)
    void countsCallsAndReadsArguments() {
        counts(Kprobe.of("vfs_read"), Arguments.argument(COUNT_ARGUMENT));
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void countsReturnsAndReadsResults() {
        counts(Kprobe.returnOf("vfs_read"), Arguments.result());
    }

    private static void counts(Kprobe probe, int offset) {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(
                            ProgramSpec.kprobe("on_read", Programs.summing(cells, workload.pid(), offset, BYTES)));
                    Link link = probe.attach(program)) {
                workload.run();
                assertThat(link.means()).startsWith("kprobe PMU with ");
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 1)).isEqualTo(Workload.CALLS * BYTES);
        }
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void countsPassesOfAnOffsetInAFunction() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe(
                            "inside",
                            Programs.summing(cells, workload.pid(), Arguments.argument(COUNT_ARGUMENT), BYTES)));
                    Link _ = firstInstructionInside(program)) {
                workload.run();
            }
            // The third argument is still in its register so early in the function.
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
        }
    }

    /// The first offset the kernel takes for the start of an instruction, after the entry.
    private static Link firstInstructionInside(BpfProgram program) {
        for (long offset : new long[] {5, 4, 8, 9, 12}) {
            try {
                return Kprobe.of("vfs_read").at(offset).attach(program);
            } catch (BpfException e) {
                assertThat(e.hint()).contains("not the start of an instruction");
            }
        }
        throw new AssertionError("no offset of vfs_read was accepted");
    }

    @Test
    @Requires(KernelFeature.KPROBES)
    void namesAMissingFunction() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe("none", Programs.returning(0)))) {
            assertThatThrownBy(() -> Kprobe.of("no_such_function").attach(program))
                    .isInstanceOfSatisfying(
                            BpfException.class, e -> assertThat(e.hint()).contains("no function 'no_such_function'"));
        }
    }

    @Test
    @Requires(KernelFeature.FENTRY)
    void countsEntriesByTrampoline() {
        traces(true);
    }

    @Test
    @Requires(KernelFeature.FENTRY)
    void countsExitsByTrampoline() {
        traces(false);
    }

    private static void traces(boolean entry) {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            // The context is the arguments in a row; on exit, the result follows the four of them.
            var code = Programs.summing(cells, workload.pid(), entry ? 8 * COUNT_ARGUMENT : 8 * 4, BYTES);
            ProgramSpec spec =
                    entry ? ProgramSpec.fentry("entry", "vfs_read", code) : ProgramSpec.fexit("exit", "vfs_read", code);
            try (BpfProgram program = BpfProgram.load(spec);
                    Link link = Tracing.attach(program)) {
                workload.run();
                assertThat(link.means()).isEqualTo("BPF trampoline");
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 1)).isEqualTo(Workload.CALLS * BYTES);
        }
    }

    @Test
    @Requires(KernelFeature.KPROBE_MULTI)
    void attachesToManyFunctionsAtOnce() {
        attachesToMany(true);
    }

    @Test
    @Requires({KernelFeature.KPROBES, KernelFeature.ATTACH_COOKIE})
    void attachesToManyFunctionsOneByOne() {
        attachesToMany(false);
    }

    private static void attachesToMany(boolean multi) {
        try (BpfMap cells = cells(64);
                Workload workload = Workload.start(0)) {
            List<String> functions = KernelFunctions.matching("vfs_rea*");
            assertThat(functions).contains("vfs_read", "vfs_readlink");
            List<Long> cookies = functions.stream()
                    .map(name -> (long) functions.indexOf(name))
                    .toList();
            var code = Programs.countingByCookie(cells, workload.pid());
            ProgramSpec spec = multi ? ProgramSpec.kprobeMulti("many", code) : ProgramSpec.kprobe("many", code);
            try (BpfProgram program = BpfProgram.load(spec);
                    Link _ = KprobeMulti.glob("vfs_rea*").withCookies(cookies).attach(program)) {
                workload.run();
            }
            // The read that waited for the word to go had begun before.
            assertThat(cell(cells, functions.indexOf("vfs_read"))).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, functions.indexOf("vfs_readlink"))).isZero();
        }
    }

    @Test
    void explainsAKernelWithoutKprobes() {
        Optional<String> missing = KernelFeature.KPROBES.missing();
        Assumptions.assumeTrue(missing.isPresent(), "this kernel has kprobes");
        try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe("none", Programs.returning(0)))) {
            assertThatThrownBy(() -> Kprobe.of("vfs_read").attach(program))
                    .isInstanceOfSatisfying(
                            UnsupportedFeatureException.class,
                            e -> assertThat(e.hint()).contains("CONFIG_KPROBES"));
        }
    }

    @Test
    void explainsAKernelThatRefusesTrampolines() {
        Optional<String> missing = KernelFeature.FENTRY.missing();
        Assumptions.assumeTrue(missing.isPresent(), "this kernel has fentry");
        assertThatThrownBy(() -> BpfProgram.load(ProgramSpec.fentry("none", "vfs_read", Programs.returning(0)))
                        .close())
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("fentry and fexit");
    }
}
