package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.map.BpfMap;

/// The calls of a [Body] that ask who runs, where and when.
public sealed interface TaskCalls permits Body {
    /// The process that runs now: what user space calls its pid.
    default Value pid() {
        return pidAndTid().shr(32).as(Type.U32);
    }

    /// The thread that runs now.
    default Value tid() {
        return pidAndTid().as(Type.U32);
    }

    /// Process in the upper, thread in the lower half.
    default Value pidAndTid() {
        return self().call(Helper.GET_CURRENT_PID_TGID);
    }

    default Value uid() {
        return self().call(Helper.GET_CURRENT_UID_GID).as(Type.U32);
    }

    default Value gid() {
        return self().call(Helper.GET_CURRENT_UID_GID).shr(32).as(Type.U32);
    }

    /// The cgroup of the running task in the unified hierarchy.
    default Value cgroupId() {
        return self().call(Helper.GET_CURRENT_CGROUP_ID);
    }

    /// The name of the running thread, at most 15 characters; see [Memory#fill].
    default Source comm() {
        return Source.comm();
    }

    /// The running task, to read fields of.
    default KernelObject currentTask() {
        return self().kernel("task_struct", self().call(Helper.GET_CURRENT_TASK));
    }

    /// Nanoseconds of the monotonic clock, which stands still while the machine sleeps.
    default Value nanos() {
        return self().call(Helper.KTIME_GET_NS);
    }

    /// Nanoseconds since boot, sleep included; needs Linux 5.8.
    default Value bootNanos() {
        return self().call(Helper.KTIME_GET_BOOT_NS);
    }

    default Value cpu() {
        return self().call(Helper.GET_SMP_PROCESSOR_ID);
    }

    /// A random number of 32 bits.
    default Value random() {
        return self().call(Helper.GET_PRANDOM_U32);
    }

    /// The number that the program was attached with; needs Linux 5.15.
    default Value attachCookie() {
        return self().call(Helper.GET_ATTACH_COOKIE, self().context());
    }

    /// The address of the probed function; needs Linux 5.15 (kprobes) or 5.17.
    default Value functionAddress() {
        return self().call(Helper.GET_FUNC_IP, self().context());
    }

    /// The number of the current stack in a map of stacks; below zero if there is none, such as -17 (EEXIST) where
    /// another stack has the same hash.
    default Value stackId(BpfMap stacks, StackOption... options) {
        Body body = self();
        return body.call(
                Helper.GET_STACKID, body.context(), body.map(stacks), body.constant(StackOption.flags(options)));
    }

    /// The addresses of the current stack, leaf first; filling gives their size in bytes, or an error below zero.
    default Source stack(StackOption... options) {
        return Source.stack(StackOption.flags(options));
    }

    private Body self() {
        return (Body) this;
    }
}
