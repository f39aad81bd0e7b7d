package dev.plumb.ebpf.link;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.Workload;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.testkit.KernelFeature;
import dev.plumb.testkit.Requires;
import org.junit.jupiter.api.Test;

class TracepointKernelTest {
    private static final long GETPPID = Architecture.current() == Architecture.X86_64 ? 110 : 173;

    @Test
    void countsEveryCallOnATracepoint() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            // The record has 8 bytes of header, then the system call's number.
            try (BpfProgram program = BpfProgram.load(ProgramSpec.tracepoint(
                            "on_getppid", Programs.summing(cells, workload.pid(), Size.WORD, 8, GETPPID)));
                    Link link = Tracepoint.of("syscalls", "sys_enter_getppid").attach(program)) {
                workload.run();
                assertThat(link.means()).startsWith("tracepoint with ");
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
        }
    }

    @Test
    void countsEveryCallOnARawTracepoint() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            // sys_enter(regs, id): the second argument of the raw tracepoint.
            try (BpfProgram program = BpfProgram.load(ProgramSpec.rawTracepoint(
                            "on_enter", Programs.summing(cells, workload.pid(), 8, GETPPID)));
                    Link _ = RawTracepoint.of("sys_enter").attach(program)) {
                workload.run();
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 1)).isEqualTo(Workload.CALLS * GETPPID);
        }
    }

    @Test
    void countsEveryCallOnABtfTracepoint() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(ProgramSpec.tpBtf(
                            "on_enter_btf", "sys_enter", Programs.summing(cells, workload.pid(), 8, GETPPID)));
                    Link _ = Tracing.attach(program)) {
                workload.run();
            }
            assertThat(cell(cells, 0)).isEqualTo(Workload.CALLS);
        }
    }

    @Test
    void stopsCountingWhenClosed() {
        try (BpfMap cells = cells(2);
                Workload workload = Workload.start(0);
                BpfProgram program = BpfProgram.load(
                        ProgramSpec.rawTracepoint("on_enter", Programs.summing(cells, workload.pid(), 8, GETPPID)))) {
            RawTracepoint.of("sys_enter").attach(program).close();
            workload.run();
            assertThat(cell(cells, 0)).isZero();
        }
    }

    @Test
    @Requires(KernelFeature.ATTACH_COOKIE)
    void tellsAttachmentsApartByCookie() {
        try (BpfMap cells = cells(8);
                Workload workload = Workload.start(0)) {
            try (BpfProgram program = BpfProgram.load(
                            ProgramSpec.tracepoint("by_cookie", Programs.countingByCookie(cells, workload.pid())));
                    Link _ = Tracepoint.of("syscalls", "sys_enter_getppid")
                            .withCookie(3)
                            .attach(program);
                    Link _ = Tracepoint.of("syscalls", "sys_exit_getppid")
                            .withCookie(5)
                            .attach(program)) {
                workload.run();
            }
            assertThat(cell(cells, 3)).isEqualTo(Workload.CALLS);
            assertThat(cell(cells, 5)).isEqualTo(Workload.CALLS);
        }
    }

    @Test
    void saysThatAProgramReadsBeyondTheRecord() {
        try (BpfMap cells = cells(2);
                BpfProgram program =
                        BpfProgram.load(ProgramSpec.tracepoint("beyond", Programs.summing(cells, 1, 64, -1)))) {
            assertThatThrownBy(() -> Tracepoint.of("syscalls", "sys_enter_getppid")
                            .attach(program)
                            .close())
                    .isInstanceOfSatisfying(
                            BpfException.class, e -> assertThat(e.hint()).contains("beyond"));
        }
    }

    @Test
    void saysWhichTracepointIsMissing() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.tracepoint("none", Programs.returning(0)))) {
            assertThatThrownBy(() -> Tracepoint.of("sched", "no_such").attach(program))
                    .isInstanceOf(BpfException.class)
                    .hasMessage("attach tracepoint sched:no_such: the kernel has no such tracepoint");
        }
        try (BpfProgram program = BpfProgram.load(ProgramSpec.rawTracepoint("none", Programs.returning(0)))) {
            assertThatThrownBy(() -> RawTracepoint.of("no_such").attach(program))
                    .hasMessageContaining("ENOENT");
        }
        assertThatThrownBy(() -> BpfProgram.load(ProgramSpec.tpBtf("none", "no_such", Programs.returning(0))))
                .hasMessageContaining("no tracepoint 'no_such'");
    }
}
