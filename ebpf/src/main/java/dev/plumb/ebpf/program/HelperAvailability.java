package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.load.ProgramType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// Which helpers programs of a type have, in any kernel since 5.10; a given kernel may have fewer.
///
/// A test asks running kernels, so that no helper is refused here that one of them has.
final class HelperAvailability {
    /// What a test found each type to have.
    private static final Set<Helper> ALL_TYPES = EnumSet.of(
            Helper.MAP_LOOKUP_ELEM,
            Helper.MAP_UPDATE_ELEM,
            Helper.MAP_DELETE_ELEM,
            Helper.KTIME_GET_NS,
            Helper.TRACE_PRINTK,
            Helper.GET_PRANDOM_U32,
            Helper.GET_SMP_PROCESSOR_ID,
            Helper.TAIL_CALL,
            Helper.GET_CURRENT_PID_TGID,
            Helper.GET_CURRENT_UID_GID,
            Helper.GET_CURRENT_COMM,
            Helper.GET_CGROUP_CLASSID,
            Helper.PERF_EVENT_READ,
            Helper.PERF_EVENT_OUTPUT,
            Helper.GET_CURRENT_TASK,
            Helper.CURRENT_TASK_UNDER_CGROUP,
            Helper.GET_NUMA_NODE_ID,
            Helper.PERF_EVENT_READ_VALUE,
            Helper.GET_CURRENT_CGROUP_ID,
            Helper.MAP_PUSH_ELEM,
            Helper.MAP_POP_ELEM,
            Helper.MAP_PEEK_ELEM,
            Helper.SPIN_LOCK,
            Helper.SPIN_UNLOCK,
            Helper.STRTOL,
            Helper.STRTOUL,
            Helper.SEND_SIGNAL,
            Helper.PROBE_READ_USER,
            Helper.PROBE_READ_KERNEL,
            Helper.PROBE_READ_USER_STR,
            Helper.PROBE_READ_KERNEL_STR,
            Helper.SEND_SIGNAL_THREAD,
            Helper.JIFFIES64,
            Helper.GET_NS_CURRENT_PID_TGID,
            Helper.GET_CURRENT_ANCESTOR_CGROUP_ID,
            Helper.KTIME_GET_BOOT_NS,
            Helper.RINGBUF_OUTPUT,
            Helper.RINGBUF_RESERVE,
            Helper.RINGBUF_SUBMIT,
            Helper.RINGBUF_DISCARD,
            Helper.RINGBUF_QUERY,
            Helper.GET_TASK_STACK,
            Helper.COPY_FROM_USER,
            Helper.SNPRINTF_BTF,
            Helper.PER_CPU_PTR,
            Helper.THIS_CPU_PTR,
            Helper.TASK_STORAGE_GET,
            Helper.TASK_STORAGE_DELETE,
            Helper.GET_CURRENT_TASK_BTF,
            Helper.FOR_EACH_MAP_ELEM,
            Helper.SNPRINTF,
            Helper.TIMER_INIT,
            Helper.TIMER_SET_CALLBACK,
            Helper.TIMER_START,
            Helper.TIMER_CANCEL,
            Helper.TASK_PT_REGS,
            Helper.GET_BRANCH_SNAPSHOT,
            Helper.TRACE_VPRINTK,
            Helper.FIND_VMA,
            Helper.LOOP,
            Helper.STRNCMP,
            Helper.COPY_FROM_USER_TASK,
            Helper.KPTR_XCHG,
            Helper.MAP_LOOKUP_PERCPU_ELEM,
            Helper.DYNPTR_FROM_MEM,
            Helper.RINGBUF_RESERVE_DYNPTR,
            Helper.RINGBUF_SUBMIT_DYNPTR,
            Helper.RINGBUF_DISCARD_DYNPTR,
            Helper.DYNPTR_READ,
            Helper.DYNPTR_WRITE,
            Helper.DYNPTR_DATA,
            Helper.KTIME_GET_TAI_NS,
            Helper.USER_RINGBUF_DRAIN,
            Helper.CGRP_STORAGE_GET,
            Helper.CGRP_STORAGE_DELETE,
            Helper.KTIME_GET_COARSE_NS);

    /// What programs for tracing have besides.
    private static final Set<Helper> TRACERS = EnumSet.of(
            Helper.PROBE_READ,
            Helper.GET_STACKID,
            Helper.PROBE_READ_STR,
            Helper.GET_STACK,
            Helper.GET_FUNC_IP,
            Helper.GET_ATTACH_COOKIE,
            Helper.PROBE_WRITE_USER);

    private static final Set<Helper> SOCKET_FILTER = EnumSet.of(
            Helper.SKB_LOAD_BYTES,
            Helper.GET_SOCKET_COOKIE,
            Helper.GET_SOCKET_UID,
            Helper.SKB_LOAD_BYTES_RELATIVE,
            Helper.GET_NETNS_COOKIE,
            Helper.SKC_TO_TCP6_SOCK,
            Helper.SKC_TO_TCP_SOCK,
            Helper.SKC_TO_TCP_TIMEWAIT_SOCK,
            Helper.SKC_TO_TCP_REQUEST_SOCK,
            Helper.SKC_TO_UDP6_SOCK,
            Helper.SKC_TO_UNIX_SOCK,
            Helper.SKC_TO_MPTCP_SOCK);

    /// Typed tracepoints, fentry, fexit and iterators.
    private static final Set<Helper> TYPED_TRACERS = EnumSet.of(
            Helper.GET_SOCKET_COOKIE,
            Helper.SK_STORAGE_GET,
            Helper.SK_STORAGE_DELETE,
            Helper.SKB_OUTPUT,
            Helper.XDP_OUTPUT,
            Helper.SKC_TO_TCP6_SOCK,
            Helper.SKC_TO_TCP_SOCK,
            Helper.SKC_TO_TCP_TIMEWAIT_SOCK,
            Helper.SKC_TO_TCP_REQUEST_SOCK,
            Helper.SKC_TO_UDP6_SOCK,
            Helper.D_PATH,
            Helper.SOCK_FROM_FILE,
            Helper.SKC_TO_UNIX_SOCK,
            Helper.XDP_GET_BUFF_LEN,
            Helper.SKC_TO_MPTCP_SOCK,
            Helper.GET_FUNC_ARG,
            Helper.GET_FUNC_RET,
            Helper.GET_FUNC_ARG_CNT,
            Helper.SEQ_PRINTF,
            Helper.SEQ_WRITE,
            Helper.SEQ_PRINTF_BTF);

    private static final Set<Helper> PERF_EVENT = EnumSet.of(Helper.PERF_PROG_READ_VALUE, Helper.READ_BRANCH_RECORDS);

    private static final Set<Helper> SYSTEM_CALL =
            EnumSet.of(Helper.SYS_BPF, Helper.BTF_FIND_BY_NAME_KIND, Helper.SYS_CLOSE, Helper.KALLSYMS_LOOKUP_NAME);

    private static final Map<ProgramType, Set<Helper>> BY_TYPE = new EnumMap<>(ProgramType.class);

    static {
        for (ProgramType type : ProgramType.values()) {
            Set<Helper> helpers = EnumSet.copyOf(ALL_TYPES);
            if (type != ProgramType.SOCKET_FILTER) {
                helpers.addAll(TRACERS);
            }
            helpers.addAll(
                    switch (type) {
                        case SOCKET_FILTER -> SOCKET_FILTER;
                        case KPROBE -> EnumSet.of(Helper.OVERRIDE_RETURN);
                        case PERF_EVENT -> PERF_EVENT;
                        case TRACING -> TYPED_TRACERS;
                        case SYSCALL -> SYSTEM_CALL;
                        case TRACEPOINT, RAW_TRACEPOINT -> Set.of();
                    });
            if (type == ProgramType.SYSCALL) {
                helpers.addAll(TYPED_TRACERS);
            }
            BY_TYPE.put(type, helpers);
        }
    }

    private HelperAvailability() {}

    static boolean has(ProgramType type, Helper helper) {
        Set<Helper> helpers = BY_TYPE.get(type);
        return helpers != null && helpers.contains(helper);
    }
}
