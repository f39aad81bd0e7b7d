package dev.plumb.ebpf.link;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.Arguments;
import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UprobeKernelTest {
    /// The sum over i of the second argument, 2 * i.
    private static final long ARGUMENTS = 2 * (22 * 23 / 2);
    /// The sum over i of the result, i + 2 * i.
    private static final long RESULTS = 3 * (22 * 23 / 2);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsCallsAndReadsArguments(boolean onePid) {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            Uprobe probe = Uprobe.of(Workload.program(), "target");
            try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe(
                            "on_target", Programs.summing(cells, workload.pid(), Arguments.argument(1), -1)));
                    Link _ = (onePid ? probe.ofPid(workload.pid()) : probe).attach(program)) {
                workload.run();
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 1)).isEqualTo(ARGUMENTS);
        }
    }

    @Test
    void countsReturnsAndReadsResults() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe(
                            "on_return", Programs.summing(cells, workload.pid(), Arguments.result(), -1)));
                    Link _ = Uprobe.of(Workload.program(), "target").onReturn().attach(program)) {
                workload.run();
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 1)).isEqualTo(RESULTS);
        }
    }

    @Test
    void watchesOneProcessAlone() {
        try (BpfMap cells = cells(2);
                Workload watched = Workload.start(0);
                Workload other = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(ProgramSpec.kprobe(
                            "on_other", Programs.summing(cells, other.pid(), Arguments.argument(1), -1)));
                    Link _ = Uprobe.of(Workload.program(), "target")
                            .ofPid(watched.pid())
                            .attach(program)) {
                watched.run();
                other.run();
            }
            assertThat(cell(cells, 0)).isZero();
        }
    }

    @Test
    @Requires(KernelFeature.ATTACH_COOKIE)
    void attachesToManyPlacesOneByOne() {
        attachesToMany(false);
    }

    @Test
    @Requires(KernelFeature.UPROBE_MULTI)
    void attachesToManyPlacesAtOnce() {
        attachesToMany(true);
    }

    private static void attachesToMany(boolean multi) {
        Path file = Workload.program();
        List<Long> offsets = List.of(UserFunctions.offset(file, "target"), UserFunctions.offset(file, "main"));
        try (BpfMap cells = cells(8);
                Workload workload = Workload.start(0)) {
            var code = Programs.countingByCookie(cells, workload.pid());
            ProgramSpec spec = multi ? ProgramSpec.uprobeMulti("many", code) : ProgramSpec.kprobe("many", code);
            try (BpfProgram program = BpfProgram.load(spec);
                    Link link = UprobeMulti.of(file, offsets)
                            .withCookies(List.of(4L, 6L))
                            .attach(program)) {
                workload.run();
                assertThat(link.means()).isEqualTo(multi ? "uprobe.multi" : "2 x uprobe PMU with BPF link");
            }
            assertThat(cell(cells, 4)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 6)).isZero(); // main had begun before
        }
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> Uprobe.of(Workload.program(), "no_such_function"))
                .isInstanceOf(BpfException.class)
                .hasMessageContaining("find function no_such_function")
                .hasMessageEndingWith("it has no such symbol");
        assertThatThrownBy(() -> Uprobe.of(Path.of("/no/such/file"), "main"))
                .hasMessageContaining("there is no such file");
    }
}
