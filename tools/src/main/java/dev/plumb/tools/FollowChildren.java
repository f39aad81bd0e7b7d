package dev.plumb.tools;

import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.program.Program;

/// Adds the children of target processes to the target as they are forked, before they run.
public final class FollowChildren implements AutoCloseable {
    private final BpfProgram program;
    private final Link link;

    private FollowChildren(BpfProgram program, Link link) {
        this.program = program;
        this.link = link;
    }

    public static FollowChildren of(TaskFilter filter) {
        Program fork = Program.rawTracepoint(
                "plumb_fork",
                "sched_process_fork",
                p -> p.lookup(
                        filter.processes(),
                        p.pid(),
                        parent -> p.update(
                                filter.processes(),
                                // A new thread's number is no process's, so it does no harm there.
                                p.kernel("task_struct", p.argument(1)).field("pid"),
                                p.constant(0))));
        BpfProgram program = fork.load();
        try {
            return new FollowChildren(
                    program, RawTracepoint.of("sched_process_fork").attach(program));
        } catch (RuntimeException e) {
            program.close();
            throw e;
        }
    }

    @Override
    public void close() {
        link.close();
        program.close();
    }
}
