package dev.plumb.ebpf.program;

import static dev.plumb.ebpf.Programs.cell;
import static dev.plumb.ebpf.Programs.cells;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fields of the kernel's structs by name, checked on a process that is known: through pointers, behind an anonymous
/// union, in a bit-field, and an enum's constant.
class KernelStructKernelTest {
    private static final int GETPPID = Architecture.current() == Architecture.X86_64 ? 110 : 173;

    /// Becomes a reaper of orphans, which is a bit in `struct signal_struct`, if it has an argument; asks for its
    /// parent when told to.
    private static final String SOURCE = """
            #include <stdio.h>
            #include <sys/prctl.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            int main(int argc, char **argv) {
                if (argc > 1) prctl(PR_SET_CHILD_SUBREAPER, 1);
                getchar();
                for (int i = 0; i < 23; i++) syscall(SYS_getppid);
                return 0;
            }
            """;

    static final class Seen {
        private static final Layout.Builder BUILDER = Layout.struct("seen");
        static final Field NAME_LENGTH = BUILDER.u64("name_length");
        static final Field REAPER = BUILDER.u64("reaper");
        static final Field TGID = BUILDER.s32("tgid");
        static final Field PARENT = BUILDER.s32("parent");
        static final Field FILE = BUILDER.text("file", 32);
        static final Field COMM = BUILDER.text("comm", 16);
        static final Layout LAYOUT = BUILDER.build();

        private Seen() {}
    }

    @Test
    void readsAKnownProcess() throws Exception {
        for (boolean reaper : new boolean[] {false, true}) {
            List<String> seen = observe(reaper);
            Path file = CProgram.compile(SOURCE, "-O1");
            String name = file.getFileName().toString();
            String expected = name + " " + name.length() + " reaper=" + (reaper ? 1 : 0) + " parent="
                    + ProcessHandle.current().pid() + " comm=" + name.substring(0, Math.min(15, name.length()));
            assertThat(seen).hasSize(23).containsOnly(expected);
        }
    }

    private static List<String> observe(boolean reaper) throws IOException, InterruptedException {
        String file = CProgram.compile(SOURCE, "-O1").toString();
        Process process = (reaper ? new ProcessBuilder(file, "reaper") : new ProcessBuilder(file)).start();
        List<String> seen = new ArrayList<>();
        try (BpfMap map = BpfMap.create(MapSpec.ringBuffer("seen", 1 << 16));
                BpfMap lost = cells(1);
                RingBuffer ring = RingBuffer.open(map)) {
            try (BpfProgram program = program((int) process.pid(), map, new Counter(lost, 0))
                            .load();
                    Link _ = RawTracepoint.of("sys_enter").attach(program)) {
                process.getOutputStream().close();
                process.waitFor();
            }
            ring.poll(
                    (memory, at, length) -> seen.add(Seen.FILE.text(memory, at) + " "
                            + Seen.NAME_LENGTH.read(memory, at) + " reaper=" + Seen.REAPER.read(memory, at) + " parent="
                            + Seen.PARENT.read(memory, at) + " comm=" + Seen.COMM.text(memory, at)),
                    100);
            assertThat(cell(lost, 0)).isZero();
        }
        return seen;
    }

    private static Program program(int pid, BpfMap ring, Counter lost) {
        return Program.rawTracepoint("structs", "sys_enter", p -> {
            p.exitIf(p.argument("id").ne(GETPPID));
            p.exitIf(p.pid().ne(pid));
            KernelObject task = p.currentTask();
            KernelObject name =
                    task.object("mm.exe_file").object("f_path.dentry").object("d_name");
            p.ring(
                    ring,
                    Seen.LAYOUT,
                    r -> {
                        r.set(Seen.NAME_LENGTH, name.field("len"));
                        r.set(Seen.REAPER, task.field("signal.is_child_subreaper"));
                        r.set(Seen.TGID, task.field("tgid"));
                        r.set(Seen.PARENT, task.field("real_parent.tgid"));
                        r.fill(Seen.FILE, task.text("mm.exe_file.f_path.dentry.d_name.name"));
                        r.fill(Seen.COMM, task.text("comm"));
                    },
                    lost);
        });
    }

    @Test
    void knowsConstantsAndWhetherFieldsExist() {
        try (BpfMap out = cells(2)) {
            ConstructKernelTest.run(p -> {
                p.update(out, p.constant(0), p.constant(p.kernelConstant("BPF_MAP_TYPE_RINGBUF")));
                boolean renamed = p.kernelHas("task_struct", "__state");
                p.update(out, p.constant(1), p.currentTask().field(renamed ? "__state" : "state"));
                assertThat(p.kernelHas("task_struct", "no_such_field")).isFalse();
            });
            assertThat(cell(out, 0)).isEqualTo(27);
            assertThat(cell(out, 1)).as("TASK_RUNNING").isZero();
        }
    }
}
