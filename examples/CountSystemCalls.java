import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Program;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;

/// Counts system calls by process for some seconds: `examples/run CountSystemCalls.java [SECONDS]`.
public final class CountSystemCalls {
    private static final Layout.Builder CALLER = Layout.struct("caller");
    static final Field PID = CALLER.u32("pid");
    static final Field COMM = CALLER.text("comm", 16);
    static final Layout KEY = CALLER.build();

    private CountSystemCalls() {}

    /// The part that runs in the kernel: one number for each process, counted where the calls are made.
    static Program program(BpfMap counts, Counter full) {
        return Program.rawTracepoint("on_call", "sys_enter", p -> {
            Memory caller = p.local(KEY);
            caller.set(PID, p.pid());
            caller.fill(COMM, p.comm());
            p.lookupOrInsert(counts, caller, p.constant(0), full).add(1);
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Duration time = Duration.ofSeconds(args.length > 0 ? Long.parseLong(args[0]) : 3);
        try (BpfMap counts = BpfMap.create(MapSpec.hash("counts", KEY, Layout.u64("calls"), 10_000));
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1))) {
            try (BpfProgram program = program(counts, new Counter(lost, 0)).load();
                    Link _ = RawTracepoint.of("sys_enter").attach(program)) {
                Thread.sleep(time);
            }
            MapView.of(counts, Codec.record(KEY), Codec.U64).snapshot().entrySet().stream()
                    .sorted(Map.Entry.<MemorySegment, Long>comparingByValue(Comparator.reverseOrder()))
                    .limit(20)
                    .forEach(entry -> System.out.printf(
                            "%8d  %-16s %d%n", PID.read(entry.getKey()), COMM.text(entry.getKey()), entry.getValue()));
            long notCounted = MapView.of(lost, Codec.U32, Codec.U64).lookup(0).orElse(0L);
            if (notCounted > 0) {
                System.err.println(notCounted + " calls were not counted: the map is full");
            }
        }
    }
}
