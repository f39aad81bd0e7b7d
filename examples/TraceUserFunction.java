import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.ebpf.ring.RingWaiter;
import java.nio.file.Path;
import java.time.Duration;

/// Prints the first three arguments of each call of a function in a program or library:
/// `examples/run TraceUserFunction.java FILE FUNCTION [SECONDS]`, such as `/usr/lib/x86_64-linux-gnu/libc.so.6 malloc`.
public final class TraceUserFunction {
    private static final Layout.Builder CALL = Layout.struct("call");
    static final Field PID = CALL.u32("pid");
    static final Field TID = CALL.u32("tid");
    static final Field ARGUMENTS = CALL.u64s("arguments", 3);
    static final Field COMM = CALL.text("comm", 16);
    static final Layout RECORD = CALL.build();

    private TraceUserFunction() {}

    /// The part that runs in the kernel.
    static Program program(BpfMap ring, Counter lost) {
        return Program.uprobe(
                "on_call",
                p -> p.ring(
                        ring,
                        RECORD,
                        r -> {
                            r.set(PID, p.pid()).set(TID, p.tid());
                            for (int i = 0; i < ARGUMENTS.count(); i++) {
                                r.set(ARGUMENTS, p.constant(i), p.argument(i));
                            }
                            r.fill(COMM, p.comm());
                        },
                        lost));
    }

    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: TraceUserFunction FILE FUNCTION [SECONDS]");
            System.exit(2);
        }
        Duration time = Duration.ofSeconds(args.length > 2 ? Long.parseLong(args[2]) : 5);
        try (BpfMap records = BpfMap.create(MapSpec.ringBuffer("calls", 1 << 20));
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));
                BpfProgram program = program(records, new Counter(lost, 0)).load();
                RingBuffer ring = RingBuffer.open(records);
                RingWaiter waiter = new RingWaiter();
                Link _ = Uprobe.of(Path.of(args[0]), args[1]).attach(program)) {
            waiter.add(ring);
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
                waiter.poll(
                        (memory, at, length) -> System.out.printf(
                                "%s[%d] %s(%#x, %#x, %#x)%n",
                                COMM.text(memory, at),
                                TID.read(memory, at),
                                args[1],
                                ARGUMENTS.readElement(memory, at, 0),
                                ARGUMENTS.readElement(memory, at, 1),
                                ARGUMENTS.readElement(memory, at, 2)),
                        1000,
                        Duration.ofMillis(200));
            }
        }
    }
}
