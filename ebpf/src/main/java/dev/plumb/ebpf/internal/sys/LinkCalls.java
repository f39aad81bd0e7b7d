package dev.plumb.ebpf.internal.sys;

import org.jspecify.annotations.Nullable;

/// The attach commands of `bpf(2)`. A negative result is `-errno`.
///
/// ```
/// LINK_CREATE: u32 prog_fd @0 | u32 target_fd @4 | u32 attach_type @8 | u32 flags @12
///   perf_event:   u64 cookie @16
///   tracing:      u32 target_btf_id @16 | u64 cookie @24
///   kprobe_multi: u32 flags @16 | u32 cnt @20 | u64 syms @24 | u64 addrs @32 | u64 cookies @40
///   uprobe_multi: u64 path @16 | u64 offsets @24 | u64 ref_ctr @32 | u64 cookies @40 | u32 cnt @48 | u32 flags @52 |
/// u32 pid @56
/// ```
public final class LinkCalls {
    private static final int RAW_TRACEPOINT_OPEN = 17;
    private static final int LINK_CREATE = 28;
    public static final int ATTACH_PERF_EVENT = 41;
    public static final int ATTACH_KPROBE_MULTI = 42;
    public static final int ATTACH_UPROBE_MULTI = 48;
    private static final int RETURN_PROBE = 1;

    private LinkCalls() {}

    /// Attaches to a raw tracepoint by name, or a tracing program to the function it was loaded for (name null).
    public static int rawTracepoint(int programFd, @Nullable String name, long cookie) {
        try (Attr attr = Attr.bpf()) {
            if (name != null) {
                attr.string(0, name);
            }
            return attr.u32(8, programFd).u64(16, cookie).bpf(RAW_TRACEPOINT_OPEN);
        }
    }

    public static int perfEvent(int programFd, int perfFd, long cookie) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, programFd)
                    .u32(4, perfFd)
                    .u32(8, ATTACH_PERF_EVENT)
                    .u64(16, cookie)
                    .bpf(LINK_CREATE);
        }
    }

    /// Attaches a tracing program (fentry, fexit) with a cookie; needs Linux 6.0 for the cookie.
    public static int tracing(int programFd, int attachType, long cookie) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, programFd).u32(8, attachType).u64(24, cookie).bpf(LINK_CREATE);
        }
    }

    /// Attaches one program to many kernel functions; cookies may be empty.
    public static int kprobeMulti(int programFd, String[] functions, long[] cookies, boolean onReturn) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, programFd)
                    .u32(8, ATTACH_KPROBE_MULTI)
                    .u32(16, onReturn ? RETURN_PROBE : 0)
                    .u32(20, functions.length)
                    .strings(24, functions)
                    .longs(40, cookies)
                    .bpf(LINK_CREATE);
        }
    }

    /// Attaches one program to many places of one file; `pid` 0 for every process.
    public static int uprobeMulti(
            int programFd, String path, long[] offsets, long[] cookies, boolean onReturn, int pid) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, programFd)
                    .u32(8, ATTACH_UPROBE_MULTI)
                    .string(16, path)
                    .longs(24, offsets)
                    .longs(40, cookies)
                    .u32(48, offsets.length)
                    .u32(52, onReturn ? RETURN_PROBE : 0)
                    .u32(56, pid)
                    .bpf(LINK_CREATE);
        }
    }
}
