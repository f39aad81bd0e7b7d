import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.RawTracepoint;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.Value;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolizer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Which paths through the kernel lead to a place, and how often: `examples/run StackTraceLab.java [FUNCTION]
/// [SECONDS]`.
///
/// The place is a kernel function, or the start of any system call where the kernel has no kprobes. Two maps work
/// together: the kernel keeps each stack once in one, and the program counts by the stack's number in the other.
/// The output is folded stacks, which flame graph programs take.
public final class StackTraceLab {
    private static final int DEPTH = 127;

    private StackTraceLab() {}

    static MapSpec stacksSpec() {
        return MapSpec.stackTrace("stacks", DEPTH, 10_000);
    }

    static MapSpec countsSpec() {
        return MapSpec.hash("counts", Layout.u32("stack"), Layout.u64("count"), 10_000);
    }

    /// What to count in besides: stacks that could not be taken, and those for which there was no room.
    record Loss(Counter failed, Counter full) {}

    static Program onFunction(String function, int pid, BpfMap stacks, BpfMap counts, Loss loss) {
        return Program.kprobe("on_function", function, count(pid, stacks, counts, loss));
    }

    static Program onSystemCall(int pid, BpfMap stacks, BpfMap counts, Loss loss) {
        return Program.rawTracepoint("on_call", "sys_enter", count(pid, stacks, counts, loss));
    }

    /// The part that runs in the kernel, the same for both.
    private static Consumer<Body> count(int pid, BpfMap stacks, BpfMap counts, Loss loss) {
        return p -> {
            if (pid != 0) {
                p.exitIf(p.pid().ne(pid));
            }
            Value stack = p.stackId(stacks);
            p.ifTrue(stack.lt(0), () -> {
                p.count(loss.failed());
                p.exit();
            });
            p.lookupOrInsert(counts, stack, p.constant(0), loss.full()).add(1);
        };
    }

    public static void main(String[] args) throws InterruptedException {
        String function = args.length > 0 ? args[0] : "";
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 3);
        try (BpfMap stacks = BpfMap.create(stacksSpec());
                BpfMap counts = BpfMap.create(countsSpec());
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 2));
                Symbolizer symbolizer = new Symbolizer()) {
            Loss loss = new Loss(new Counter(lost, 0), new Counter(lost, 1));
            Program program = function.isEmpty()
                    ? onSystemCall(0, stacks, counts, loss)
                    : onFunction(function, 0, stacks, counts, loss);
            try (BpfProgram loaded = program.load();
                    Link link = function.isEmpty()
                            ? RawTracepoint.of("sys_enter").attach(loaded)
                            : Kprobe.of(function).attach(loaded)) {
                System.err.println("attached by " + link.means());
                Thread.sleep(time);
            }
            Map<Integer, Long> seen = MapView.of(counts, Codec.U32, Codec.U64).snapshot();
            seen.forEach((id, count) ->
                    System.out.println(String.join(";", names(symbolizer, stack(stacks, id))) + " " + count));
            System.err.println("not taken, no room: "
                    + MapView.of(lost, Codec.U32, Codec.U64).snapshot().values());
        }
    }

    /// Root first, as folded stacks are.
    private static List<String> names(Symbolizer symbolizer, long[] addresses) {
        List<String> names = symbolizer.symbolizeReturns(Source.kernel(), addresses).stream()
                .map(each -> each.frames().getFirst().display())
                .toList();
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);
        return reversed;
    }

    static long[] stack(BpfMap stacks, int id) {
        byte[] bytes =
                MapView.of(stacks, Codec.U32, Codec.bytes(8 * DEPTH)).lookup(id).orElse(new byte[0]);
        long[] addresses = MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        return Arrays.stream(addresses).takeWhile(address -> address != 0).toArray();
    }
}
