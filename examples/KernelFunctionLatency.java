import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Kprobe;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.Value;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/// How long a kernel function takes, as a histogram of powers of two:
/// `examples/run KernelFunctionLatency.java FUNCTION [SECONDS]`, such as `vfs_read`. Needs a kernel with kprobes.
public final class KernelFunctionLatency {
    private static final Layout.Builder HISTOGRAM = Layout.struct("histogram");
    static final Field SLOTS = HISTOGRAM.u64s("slots", 64);
    static final Layout VALUE = HISTOGRAM.build();

    private KernelFunctionLatency() {}

    /// Remembers when a thread entered the function.
    static Program entry(BpfMap started) {
        return Program.kprobe("on_entry", p -> p.update(started, p.tid(), p.nanos()));
    }

    /// Takes the time when it returns.
    static Program exit(BpfMap started, BpfMap histogram) {
        return Program.kprobe("on_return", p -> {
            Value thread = p.tid();
            Value start = p.lookupOrExit(started, thread).get();
            Value slot = p.nanos().sub(start).log2();
            p.delete(started, thread);
            // The mask changes nothing but what the verifier knows: on 6.1 it forgets the bounds over the calls.
            p.lookupOrExit(histogram, p.constant(0)).add(SLOTS, slot.and(63), 1);
        });
    }

    static MapSpec startedSpec() {
        return MapSpec.hash("started", 4, 8, 10_000);
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length < 1) {
            System.err.println("usage: KernelFunctionLatency FUNCTION [SECONDS]");
            System.exit(2);
        }
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 5);
        try (BpfMap started = BpfMap.create(startedSpec());
                BpfMap histogram = BpfMap.create(MapSpec.array("histogram", VALUE, 1))) {
            try (BpfProgram entry = entry(started).load();
                    BpfProgram exit = exit(started, histogram).load();
                    Link _ = Kprobe.returnOf(args[0]).attach(exit);
                    Link _ = Kprobe.of(args[0]).attach(entry)) {
                Thread.sleep(time);
            }
            print(MapView.of(histogram, Codec.U32, Codec.record(VALUE))
                    .lookup(0)
                    .orElseThrow());
        }
    }

    private static void print(MemorySegment histogram) {
        long most = 1;
        for (int slot = 0; slot < SLOTS.count(); slot++) {
            most = Math.max(most, SLOTS.readElement(histogram, 0, slot));
        }
        for (int slot = 0; slot < SLOTS.count(); slot++) {
            long count = SLOTS.readElement(histogram, 0, slot);
            if (count > 0) {
                System.out.printf(
                        "%12d ns %10d %s%n", 1L << slot, count, "#".repeat((int) Math.ceilDiv(50 * count, most)));
            }
        }
    }
}
