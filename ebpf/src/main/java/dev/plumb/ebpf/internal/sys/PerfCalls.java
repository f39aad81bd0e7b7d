package dev.plumb.ebpf.internal.sys;

/// `perf_event_open(2)` and the controls of what it opens. A negative result is `-errno`.
///
/// ```
/// struct perf_event_attr (version 5, 112 bytes)
///   u32 type @0 | u32 size @4 | u64 config @8 | u64 period or frequency @16 | u64 sample_type @24 | u64 read_format
/// @32
///   u64 flag bits @40 | u32 wakeup_events @48 | u64 config1 @56 | u64 config2 @64
/// ```
public final class PerfCalls {
    public static final int TYPE_HARDWARE = 0;
    public static final int TYPE_SOFTWARE = 1;
    public static final int TYPE_TRACEPOINT = 2;
    public static final int HARDWARE_CPU_CYCLES = 0;
    public static final int SOFTWARE_CPU_CLOCK = 0;
    public static final int SOFTWARE_BPF_OUTPUT = 10;
    public static final long SAMPLE_RAW = 1 << 10;

    private static final int SIZE = 112;
    private static final long FLAG_DISABLED = 1;
    private static final long FLAG_INHERIT = 1 << 1;
    private static final long FLAG_FREQUENCY = 1 << 10;
    private static final long OPEN_CLOEXEC = 8;
    private static final long IOC_ENABLE = 0x2400;
    private static final long IOC_DISABLE = 0x2401;
    private static final long IOC_SET_BPF = 0x40042408;

    private PerfCalls() {}

    /// What `perf_event_open` is asked for; build it with one of the factories.
    public record Event(
            int type, long config, long period, boolean frequency, long sampleType, boolean inherit, int wakeups) {
        /// A counting event, such as a tracepoint, that a program is attached to.
        public static Event tracepoint(long id) {
            return new Event(TYPE_TRACEPOINT, id, 1, false, SAMPLE_RAW, false, 1);
        }
    }

    public static int open(Event event, int pid, int cpu) {
        try (Attr attr = new Attr(SIZE)) {
            long flags = FLAG_DISABLED | (event.frequency ? FLAG_FREQUENCY : 0) | (event.inherit ? FLAG_INHERIT : 0);
            attr.u32(0, event.type)
                    .u32(4, SIZE)
                    .u64(8, event.config)
                    .u64(16, event.period)
                    .u64(24, event.sampleType)
                    .u64(40, flags)
                    .u32(48, event.wakeups);
            return Kernel.perfEventOpen(attr.block(), pid, cpu, -1, OPEN_CLOEXEC);
        }
    }

    /// Opens a probe of the kprobe or uprobe PMU: a kernel function or a file, and an offset in it.
    public static int openProbe(int pmuType, long config, String target, long offset, int pid, int cpu) {
        try (Attr attr = new Attr(SIZE)) {
            attr.u32(0, pmuType).u32(4, SIZE).u64(8, config).string(56, target).u64(64, offset);
            return Kernel.perfEventOpen(attr.block(), pid, cpu, -1, OPEN_CLOEXEC);
        }
    }

    public static int enable(Descriptor event) {
        return Kernel.ioctl(event, IOC_ENABLE, 0);
    }

    public static int disable(Descriptor event) {
        return Kernel.ioctl(event, IOC_DISABLE, 0);
    }

    public static int setProgram(Descriptor event, int programFd) {
        return Kernel.ioctl(event, IOC_SET_BPF, programFd);
    }
}
