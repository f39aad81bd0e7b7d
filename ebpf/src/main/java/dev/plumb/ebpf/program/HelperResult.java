package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Operand.Temp;

/// What a helper's result is to the program.
///
/// @param pointer whether it is an address to be tested for null
/// @param narrow whether the upper half of the register may hold anything
record HelperResult(Type type, boolean pointer, boolean narrow) {
    private static final HelperResult ERROR_OR_COUNT = new HelperResult(Type.S64, false, false);
    private static final HelperResult NUMBER = new HelperResult(Type.U64, false, false);
    private static final HelperResult SMALL_NUMBER = new HelperResult(Type.U32, false, false);
    private static final HelperResult POINTER = new HelperResult(Type.U64, true, false);

    /// Calls that kernels before 6.4 replace by one of the map's own functions, which return an `int`: see commit
    /// d7ba4cc900bf.
    private static final HelperResult MAP_ERROR = new HelperResult(Type.S32, false, true);

    static HelperResult of(Helper helper) {
        return switch (helper) {
            case MAP_LOOKUP_ELEM,
                    MAP_LOOKUP_PERCPU_ELEM,
                    RINGBUF_RESERVE,
                    GET_LOCAL_STORAGE,
                    SK_LOOKUP_TCP,
                    SK_LOOKUP_UDP,
                    SKC_LOOKUP_TCP,
                    SK_FULLSOCK,
                    TCP_SOCK,
                    GET_LISTENER_SOCK,
                    SK_STORAGE_GET,
                    INODE_STORAGE_GET,
                    TASK_STORAGE_GET,
                    CGRP_STORAGE_GET,
                    SKC_TO_TCP6_SOCK,
                    SKC_TO_TCP_SOCK,
                    SKC_TO_TCP_TIMEWAIT_SOCK,
                    SKC_TO_TCP_REQUEST_SOCK,
                    SKC_TO_UDP6_SOCK,
                    SKC_TO_UNIX_SOCK,
                    SKC_TO_MPTCP_SOCK,
                    SOCK_FROM_FILE,
                    PER_CPU_PTR,
                    KPTR_XCHG,
                    DYNPTR_DATA -> POINTER;
            case MAP_UPDATE_ELEM, MAP_DELETE_ELEM, MAP_PUSH_ELEM, MAP_POP_ELEM, MAP_PEEK_ELEM -> MAP_ERROR;
            case KTIME_GET_NS,
                    KTIME_GET_BOOT_NS,
                    KTIME_GET_COARSE_NS,
                    KTIME_GET_TAI_NS,
                    JIFFIES64,
                    GET_CURRENT_PID_TGID,
                    GET_CURRENT_UID_GID,
                    GET_CURRENT_CGROUP_ID,
                    GET_CURRENT_ANCESTOR_CGROUP_ID,
                    GET_CURRENT_TASK,
                    GET_CURRENT_TASK_BTF,
                    GET_FUNC_IP,
                    GET_ATTACH_COOKIE,
                    GET_SOCKET_COOKIE,
                    GET_NETNS_COOKIE,
                    RINGBUF_QUERY,
                    THIS_CPU_PTR,
                    TASK_PT_REGS -> NUMBER;
            case GET_PRANDOM_U32, GET_SMP_PROCESSOR_ID, GET_NUMA_NODE_ID -> SMALL_NUMBER;
            default -> ERROR_OR_COUNT;
        };
    }

    Value value(Body body, Temp result) {
        if (narrow) {
            return Value.of(body.recorder(), result, Type.U64).as(type);
        }
        return pointer
                ? Value.pointer(body.recorder(), result, new Value.Pointee(0, true))
                : Value.of(body.recorder(), result, type);
    }
}
