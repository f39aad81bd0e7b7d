import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.PerfSampling;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.StackOption;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolizer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Samples the stacks of a process, or of all, 99 times a second on each CPU, and prints the most frequent:
/// `examples/run SampleStacks.java [SECONDS] [PID]`.
public final class SampleStacks {
    private static final int DEPTH = 64;
    private static final Layout.Builder SAMPLE = Layout.struct("sample");
    static final Field PID = SAMPLE.u32("pid");
    static final Field KERNEL_STACK = SAMPLE.s32("kernel_stack");
    static final Field USER_STACK = SAMPLE.s32("user_stack");
    static final Layout KEY = SAMPLE.build();

    private SampleStacks() {}

    /// The part that runs in the kernel: stacks go to a map of stacks, and equal ones are counted once.
    ///
    /// @param pid the process to sample, or 0 for all
    static Program program(BpfMap stacks, BpfMap counts, int pid, Counter full) {
        return Program.perfEvent("on_sample", p -> {
            var current = p.pid();
            if (pid != 0) {
                p.exitIf(current.ne(pid));
            }
            Memory key = p.local(KEY);
            key.set(PID, current);
            key.set(KERNEL_STACK, p.stackId(stacks));
            key.set(USER_STACK, p.stackId(stacks, StackOption.USER));
            p.lookupOrInsert(counts, key, p.constant(0), full).add(1);
        });
    }

    static MapSpec stacksSpec() {
        return MapSpec.stackTrace("stacks", DEPTH, 16_384);
    }

    static MapSpec countsSpec() {
        return MapSpec.hash("samples", KEY, Layout.u64("count"), 10_000);
    }

    public static void main(String[] args) throws InterruptedException {
        Duration time = Duration.ofSeconds(args.length > 0 ? Long.parseLong(args[0]) : 3);
        int pid = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        try (BpfMap stacks = BpfMap.create(stacksSpec());
                BpfMap counts = BpfMap.create(countsSpec());
                BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));
                Symbolizer symbolizer = new Symbolizer()) {
            try (BpfProgram program =
                            program(stacks, counts, pid, new Counter(lost, 0)).load();
                    Link _ = PerfSampling.hertz(99).attach(program)) {
                Thread.sleep(time);
            }
            MapView.of(counts, Codec.record(KEY), Codec.U64).snapshot().entrySet().stream()
                    .sorted(Map.Entry.<MemorySegment, Long>comparingByValue(Comparator.reverseOrder()))
                    .limit(10)
                    .forEach(entry -> print(stacks, symbolizer, entry.getKey(), entry.getValue()));
        }
    }

    private static void print(BpfMap stacks, Symbolizer symbolizer, MemorySegment key, long count) {
        int pid = (int) PID.read(key);
        System.out.println(count + " samples of process " + pid);
        List<String> frames = new ArrayList<>();
        frames.addAll(names(symbolizer, Source.kernel(), stack(stacks, (int) KERNEL_STACK.read(key))));
        frames.addAll(names(symbolizer, Source.process(pid), stack(stacks, (int) USER_STACK.read(key))));
        frames.forEach(frame -> System.out.println("    " + frame));
    }

    private static List<String> names(Symbolizer symbolizer, Source source, long[] addresses) {
        return symbolizer.symbolizeReturns(source, addresses).stream()
                .map(each -> each.frames().getFirst().display())
                .toList();
    }

    /// The addresses of a stack, leaf first; none where taking it failed.
    static long[] stack(BpfMap stacks, int id) {
        if (id < 0) {
            return new long[0];
        }
        byte[] bytes =
                MapView.of(stacks, Codec.U32, Codec.bytes(8 * DEPTH)).lookup(id).orElse(new byte[0]);
        long[] addresses = MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        return Arrays.stream(addresses).takeWhile(address -> address != 0).toArray();
    }
}
