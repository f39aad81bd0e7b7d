import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.Value;
import dev.plumb.ebpf.ring.RingBuffer;
import dev.plumb.ebpf.ring.RingWaiter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Traces calls with their arguments, results and times: `examples/run CallTracerLab.java SECONDS PROBE...`, where a
/// probe is a kernel function such as `vfs_read`, or `FILE:FUNCTION` in a program or library.
///
/// Entry and return are two programs that meet in a map, by thread. An event is sent when the call returns.
public final class CallTracerLab implements AutoCloseable {
    static final int ARGUMENT_COUNT = 6;
    private static final Layout.Builder EVENT = Layout.struct("event");
    static final Field TIME = EVENT.u64("time");
    static final Field DURATION = EVENT.u64("duration");
    static final Field RESULT = EVENT.s64("result");
    static final Field ARGUMENTS = EVENT.u64s("arguments", ARGUMENT_COUNT);
    static final Field PID = EVENT.u32("pid");
    static final Field TID = EVENT.u32("tid");
    static final Field FUNCTION = EVENT.u32("function");
    static final Field COMM = EVENT.text("comm", 16);
    static final Field FILE = EVENT.text("file", 32);
    static final Layout RECORD = EVENT.build();

    private static final Layout.Builder PLACE = Layout.struct("place");
    private static final Field PLACE_TID = PLACE.u32("tid");
    private static final Field PLACE_FUNCTION = PLACE.u32("function");
    private static final Layout PLACE_LAYOUT = PLACE.build();

    final BpfMap events = BpfMap.create(MapSpec.ringBuffer("events", 1 << 20));
    final BpfMap open = BpfMap.create(MapSpec.hash("open", PLACE_LAYOUT, RECORD, 10_000));
    final BpfMap counts = BpfMap.create(MapSpec.perCpuArray("counts", 8, 64));
    final BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));
    private final int pid;

    /// Traces one process, or all for 0.
    CallTracerLab(int pid) {
        this.pid = pid;
    }

    /// Notes the call; those of `vfs_read` and `vfs_write` with the file's name.
    Program entry(String function, int number, boolean kernel) {
        Consumer<Body> body = p -> {
            Value process = p.pid();
            if (pid != 0) {
                p.exitIf(process.ne(pid));
            }
            p.count(new Counter(counts, number));
            Memory event = p.local(RECORD);
            event.set(PID, process).set(TID, p.tid()).set(FUNCTION, number);
            for (int i = 0; i < ARGUMENT_COUNT; i++) {
                event.set(ARGUMENTS, p.constant(i), p.argument(i));
            }
            event.fill(COMM, p.comm());
            if (kernel && List.of("vfs_read", "vfs_write").contains(function)) {
                event.fill(FILE, p.kernelArgument("file").text("f_path.dentry.d_name.name"));
            }
            event.set(TIME, p.nanos());
            p.ifTrue(p.update(open, place(p, number), event).lt(0), () -> p.count(new Counter(lost, 0)));
        };
        return kernel ? Program.kprobe("on_entry", function, body) : Program.uprobe("on_entry", body);
    }

    /// Adds result and duration, and sends the event.
    Program exit(int number) {
        return Program.kprobe("on_return", p -> {
            Memory place = place(p, number);
            Memory started = p.lookupOrExit(open, place);
            p.ring(
                    events,
                    RECORD,
                    r -> {
                        r.copy(started);
                        r.set(DURATION, p.nanos().sub(started.get(TIME)));
                        r.set(RESULT, p.result());
                    },
                    new Counter(lost, 0));
            p.delete(open, place);
        });
    }

    private static Memory place(Body p, int number) {
        return p.local(PLACE_LAYOUT).set(PLACE_TID, p.tid()).set(PLACE_FUNCTION, number);
    }

    /// Attaches both programs; the return first, so that no call is noted that cannot be finished.
    List<AutoCloseable> attach(String probe, int number) {
        int colon = probe.lastIndexOf(':');
        BpfProgram exit = exit(number).load();
        BpfProgram entry = entry(probe, number, colon < 0).load();
        List<AutoCloseable> opened = new ArrayList<>(List.of(exit, entry));
        if (colon < 0) {
            opened.add(0, Kprobe.returnOf(probe).attach(exit));
            opened.add(0, Kprobe.of(probe).attach(entry));
        } else {
            Uprobe place = Uprobe.of(Path.of(probe.substring(0, colon)), probe.substring(colon + 1));
            opened.add(0, place.onReturn().attach(exit));
            opened.add(0, place.attach(entry));
        }
        return opened;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2) {
            System.err.println("usage: CallTracerLab SECONDS PROBE...");
            System.exit(2);
        }
        List<AutoCloseable> opened = new ArrayList<>();
        try (CallTracerLab lab = new CallTracerLab(0);
                RingBuffer ring = RingBuffer.open(lab.events);
                RingWaiter waiter = new RingWaiter()) {
            for (int i = 1; i < args.length; i++) {
                opened.addAll(0, lab.attach(args[i], i));
            }
            System.err.println("attached to " + (args.length - 1) + " functions");
            waiter.add(ring);
            long end = System.nanoTime()
                    + Duration.ofSeconds(Long.parseLong(args[0])).toNanos();
            while (System.nanoTime() < end) {
                waiter.poll(
                        (memory, at, length) -> System.out.printf(
                                "%s[%d] %s(%#x, %#x, %#x) %s = %d in %d ns%n",
                                COMM.text(memory, at),
                                TID.read(memory, at),
                                args[(int) FUNCTION.read(memory, at)],
                                ARGUMENTS.readElement(memory, at, 0),
                                ARGUMENTS.readElement(memory, at, 1),
                                ARGUMENTS.readElement(memory, at, 2),
                                FILE.text(memory, at),
                                RESULT.read(memory, at),
                                DURATION.read(memory, at)),
                        1000,
                        Duration.ofMillis(200));
            }
        } finally {
            for (AutoCloseable each : opened) {
                each.close();
            }
        }
    }

    @Override
    public void close() {
        List.of(events, open, counts, lost).forEach(BpfMap::close);
    }
}
