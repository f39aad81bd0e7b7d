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
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.ebpf.ring.RingWaiter;
import java.time.Duration;

/// Prints each file that is opened, as it happens: `examples/run FollowOpen.java [SECONDS]`.
public final class FollowOpen {
    private static final Layout.Builder OPEN = Layout.struct("open");
    static final Field TIME = OPEN.u64("time");
    static final Field PID = OPEN.u32("pid");
    static final Field FLAGS = OPEN.u32("flags");
    static final Field COMM = OPEN.text("comm", 16);
    static final Field PATH = OPEN.text("path", 256);
    static final Layout RECORD = OPEN.build();

    private FollowOpen() {}

    /// The part that runs in the kernel.
    static Program program(BpfMap ring, Counter lost) {
        return Program.tracepoint(
                "on_openat",
                "syscalls",
                "sys_enter_openat",
                p -> p.ring(
                        ring,
                        RECORD,
                        r -> {
                            r.set(TIME, p.nanos());
                            r.set(PID, p.pid());
                            r.set(FLAGS, p.field("flags"));
                            r.fill(COMM, p.comm());
                            r.fill(PATH, p.userText(p.field("filename")));
                        },
                        lost));
    }

    public static void main(String[] args) {
        Duration time = Duration.ofSeconds(args.length > 0 ? Long.parseLong(args[0]) : 5);
        try (BpfMap records = BpfMap.create(MapSpec.ringBuffer("opens", 1 << 20));
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));
                BpfProgram program = program(records, new Counter(lost, 0)).load();
                RingBuffer ring = RingBuffer.open(records);
                RingWaiter waiter = new RingWaiter();
                Link _ = Tracepoint.of("syscalls", "sys_enter_openat").attach(program)) {
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
