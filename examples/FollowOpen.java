import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.Value;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.ebpf.ring.RingWaiter;
import java.time.Duration;

/// Prints each file that is opened, as it happens: `examples/run FollowOpen.java [SECONDS]`.
public final class FollowOpen {
    private static final Layout.Builder OPEN = Layout.struct("open");
    static final Field TIME = OPEN.u64("time");
    static final Field PID = OPEN.u32("pid");
    static final Field RESULT = OPEN.s32("result");
    static final Field COMM = OPEN.text("comm", 16);
    static final Field PATH = OPEN.text("path", 256);
    static final Layout RECORD = OPEN.build();

    private FollowOpen() {}

    /// Remembers where the path is when the call starts. It is not read here: the kernel may not have brought that
    /// part of the process into memory yet.
    static Program entered(BpfMap paths) {
        return Program.tracepoint(
                "on_openat", "syscalls", "sys_enter_openat", p -> p.update(paths, p.tid(), p.field("filename")));
    }

    /// Reads the path when the call is done, and sends it with the result.
    static Program done(BpfMap paths, BpfMap ring, Counter lost) {
        return Program.tracepoint("openat_done", "syscalls", "sys_exit_openat", p -> {
            Value thread = p.tid();
            Value path = p.lookupOrExit(paths, thread).get();
            p.ring(
                    ring,
                    RECORD,
                    r -> {
                        r.set(TIME, p.nanos());
                        r.set(PID, p.pid());
                        r.set(RESULT, p.field("ret"));
                        r.fill(COMM, p.comm());
                        r.fill(PATH, p.userText(path));
                    },
                    lost);
            p.delete(paths, thread);
        });
    }

    public static void main(String[] args) {
        Duration time = Duration.ofSeconds(args.length > 0 ? Long.parseLong(args[0]) : 5);
        try (BpfMap records = BpfMap.create(MapSpec.ringBuffer("opens", 1 << 20));
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));
                BpfMap paths = BpfMap.create(MapSpec.hash("paths", 4, 8, 10_000));
                BpfProgram entered = entered(paths).load();
                BpfProgram done = done(paths, records, new Counter(lost, 0)).load();
                RingBuffer ring = RingBuffer.open(records);
                RingWaiter waiter = new RingWaiter();
                Link _ = Tracepoint.of("syscalls", "sys_exit_openat").attach(done);
                Link _ = Tracepoint.of("syscalls", "sys_enter_openat").attach(entered)) {
            waiter.add(ring);
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
                waiter.poll(
                        (memory, at, length) -> System.out.printf(
                                "%-16s %7d  %s%n", COMM.text(memory, at), PID.read(memory, at), PATH.text(memory, at)),
                        1000,
                        Duration.ofMillis(200));
            }
            long missed = MapView.of(lost, Codec.U32, Codec.U64).lookup(0).orElse(0L);
            System.err.println(missed + " records were lost to a full ring");
        }
    }
}
