package dev.plumb.tools;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Condition;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Type;
import dev.plumb.ebpf.program.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Leaves programs early in tasks that are not the target, in the kernel. Owns the map of processes.
public final class TaskFilter implements AutoCloseable {
    private static final int COMM_BYTES = 16;
    private static final int MAX_PROCESSES = 65_536;

    private final Target target;
    private final BpfMap processes;

    private TaskFilter(Target target, BpfMap processes) {
        this.target = target;
        this.processes = processes;
    }

    public static TaskFilter create(Target target) {
        BpfMap processes = BpfMap.create(MapSpec.hash("processes", 4, 4, MAX_PROCESSES));
        MapView<Integer, Integer> view = MapView.of(processes, Codec.U32, Codec.U32);
        target.pids().forEach(pid -> view.put(pid, 0));
        return new TaskFilter(target, processes);
    }

    /// The processes looked at, which a program that follows children adds to.
    BpfMap processes() {
        return processes;
    }

    /// Leaves the program unless the running task is a target.
    public void apply(Body program) {
        applyProcess(program);
        if (!target.tids().isEmpty()) {
            requireAny(program, program.tid(), target.tids());
        }
        if (!target.comms().isEmpty()) {
            applyNames(program);
        }
        if (target.cgroup() != null) {
            Cgroup cgroup = Cgroup.of(target.cgroup());
            Value ancestor = program.call(Helper.GET_CURRENT_ANCESTOR_CGROUP_ID, program.constant(cgroup.level()));
            program.exitIf(ancestor.ne(cgroup.id()));
        }
        if (target.pidNamespace() != 0) {
            applyNamespace(program);
        }
    }

    private void applyProcess(Body program) {
        if (!target.pids().isEmpty()) {
            program.lookup(processes, program.pid(), found -> {}, program::exit);
        }
    }

    private static void requireAny(Body program, Value value, List<Integer> wanted) {
        Condition any = wanted.stream()
                .map(number -> value.eq(number))
                .reduce(Condition::or)
                .orElseThrow();
        program.exitIf(any.not());
    }

    /// A thread fits by its own name or by its process's, which is the name of the first thread.
    private void applyNames(Body program) {
        Memory own = program.local(COMM_BYTES);
        own.fill(program.comm());
        Condition fits = anyName(own);
        if (knowsLeaders(program)) {
            Memory leader = program.local(COMM_BYTES);
            leader.fill(program.currentTask().text("group_leader.comm"));
            fits = fits.or(anyName(leader));
        }
        program.exitIf(fits.not());
    }

    private static boolean knowsLeaders(Body program) {
        try {
            return program.kernelHas("task_struct", "group_leader");
        } catch (BpfException e) {
            return false; // without the kernel's types: threads by their own names only
        }
    }

    private Condition anyName(Memory comm) {
        Value low = comm.get(Type.U64, 0);
        Value high = comm.get(Type.U64, 8);
        Function<String, Condition> equal = name -> {
            ByteBuffer bytes = bytes(name);
            return low.eq(bytes.getLong(0)).and(high.eq(bytes.getLong(8)));
        };
        return target.comms().stream().map(equal).reduce(Condition::or).orElseThrow();
    }

    private static ByteBuffer bytes(String name) {
        byte[] bytes = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), COMM_BYTES);
        bytes[COMM_BYTES - 1] = 0;
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    private void applyNamespace(Body program) {
        PidNamespace namespace = PidNamespace.of(target.pidNamespace());
        Memory ids = program.local(8);
        Value result = program.call(
                Helper.GET_NS_CURRENT_PID_TGID,
                program.constant(namespace.device()),
                program.constant(namespace.inode()),
                ids,
                program.constant(8));
        program.exitIf(result.ne(0));
    }

    @Override
    public void close() {
        processes.close();
    }
}
