import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.link.Link;
import dev.plumb.ebpf.link.LinkGroup;
import dev.plumb.ebpf.link.Tracepoint;
import dev.plumb.ebpf.link.Uprobe;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Program;
import dev.plumb.ebpf.program.StackOption;
import dev.plumb.ebpf.program.Type;
import dev.plumb.ebpf.program.Value;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Who allocates, how much, and what was not freed: `examples/run AllocationLab.java kernel|LIBC [SECONDS]`.
///
/// The kernel's allocations come from its tracepoints, a process's from probes on `malloc` and `free` of its C library:
/// the one does not see the other. Each block is remembered by its address until it is freed, so that sizes, ages and
/// leaks are facts and not guesses.
public final class AllocationLab implements AutoCloseable {
    private static final Layout.Builder BLOCK = Layout.struct("block");
    static final Field SIZE = BLOCK.u64("size");
    static final Field TIME = BLOCK.u64("time");
    static final Field STACK = BLOCK.s32("stack");
    static final Field PID = BLOCK.u32("pid");
    static final Layout BLOCK_LAYOUT = BLOCK.build();

    private static final Layout.Builder TOTAL = Layout.struct("total");
    static final Field COUNT = TOTAL.u64("count");
    static final Field BYTES = TOTAL.u64("bytes");
    static final Field FREED = TOTAL.u64("freed");
    static final Layout TOTAL_LAYOUT = TOTAL.build();

    private static final int SIZE_SLOTS = 64;

    final BpfMap stacks = BpfMap.create(MapSpec.stackTrace("stacks", 127, 10_000));
    final BpfMap blocks = BpfMap.create(MapSpec.hash("blocks", Layout.u64("address"), BLOCK_LAYOUT, 100_000));
    final BpfMap totals = BpfMap.create(MapSpec.hash("totals", Layout.u32("stack"), TOTAL_LAYOUT, 10_000));
    final BpfMap sizes = BpfMap.create(MapSpec.array("sizes", 8, SIZE_SLOTS));
    final BpfMap asked = BpfMap.create(MapSpec.hash("asked", 4, 8, 10_000));
    final BpfMap lost = BpfMap.create(MapSpec.array("lost", 8, 1));

    /// Counts an allocation and remembers the block.
    private void allocated(Body p, Value address, Value size, StackOption... options) {
        p.exitIf(address.eq(0));
        Value stack = p.stackId(stacks, options);
        Memory none = p.local(TOTAL_LAYOUT);
        Memory total = p.lookupOrInsert(totals, stack.as(Type.S32), none, new Counter(lost, 0));
        total.add(COUNT, 1).add(BYTES, size);
        p.lookup(sizes, size.log2(), cell -> cell.add(1));
        Memory block = p.local(BLOCK_LAYOUT);
        block.set(SIZE, size).set(TIME, p.nanos()).set(STACK, stack).set(PID, p.pid());
        p.ifTrue(p.update(blocks, address, block).lt(0), () -> p.count(new Counter(lost, 0)));
    }

    /// Counts a block as freed; one that was allocated earlier than we looked is not known.
    private void freed(Body p, Value address) {
        p.lookup(blocks, address, block -> {
            Value stack = block.get(STACK);
            p.lookup(totals, stack, total -> total.add(FREED, block.get(SIZE)));
            p.delete(blocks, address);
        });
    }

    Program kernelAllocation(String event) {
        return Program.tracepoint(
                "on_" + event, "kmem", event, p -> allocated(p, p.field("ptr"), p.field("bytes_alloc")));
    }

    Program kernelFree(String event) {
        return Program.tracepoint("on_" + event, "kmem", event, p -> freed(p, p.field("ptr")));
    }

    /// The size is known when `malloc` is entered, the address when it returns.
    Program mallocEntered() {
        return Program.uprobe("malloc", p -> p.update(asked, p.tid(), p.argument(0)));
    }

    Program mallocReturned() {
        return Program.uprobe("malloc_returns", p -> {
            Value thread = p.tid();
            Value size = p.lookupOrExit(asked, thread).get();
            p.delete(asked, thread);
            allocated(p, p.result().as(Type.U64), size, StackOption.USER);
        });
    }

    Program free() {
        return Program.uprobe("free", p -> freed(p, p.argument(0)));
    }

    /// A loaded program with its link.
    private static Link attach(List<BpfProgram> programs, Program program, Uprobe probe) {
        BpfProgram loaded = program.load();
        programs.add(loaded);
        return probe.attach(loaded);
    }

    /// Watches `malloc` and `free` of a library in one process, or in all for -1.
    LinkGroup watchProcess(Path library, int pid, List<BpfProgram> programs) {
        Uprobe malloc = Uprobe.of(library, "malloc").ofPid(pid);
        return LinkGroup.of(List.of(
                attach(programs, mallocEntered(), malloc),
                attach(programs, mallocReturned(), malloc.onReturn()),
                attach(programs, free(), Uprobe.of(library, "free").ofPid(pid))));
    }

    /// Watches the kernel's allocator.
    LinkGroup watchKernel(List<BpfProgram> programs) {
        List<Link> links = new ArrayList<>();
        for (String event : List.of("kmalloc", "kmem_cache_alloc", "kfree", "kmem_cache_free")) {
            BpfProgram loaded = (event.endsWith("alloc") ? kernelAllocation(event) : kernelFree(event)).load();
            programs.add(loaded);
            links.add(Tracepoint.of("kmem", event).attach(loaded));
        }
        return LinkGroup.of(links);
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length < 1) {
            System.err.println("usage: AllocationLab kernel|LIBRARY [SECONDS]");
            System.exit(2);
        }
        Duration time = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 3);
        List<BpfProgram> programs = new ArrayList<>();
        try (AllocationLab lab = new AllocationLab()) {
            try (LinkGroup _ = args[0].equals("kernel")
                    ? lab.watchKernel(programs)
                    : lab.watchProcess(Path.of(args[0]), -1, programs)) {
                Thread.sleep(time);
            }
            lab.print();
        } finally {
            programs.forEach(BpfProgram::close);
        }
    }

    private void print() {
        long[] sum = new long[3];
        MapView.of(totals, Codec.U32, Codec.record(TOTAL_LAYOUT)).forEach((stack, total) -> add(sum, total));
        System.out.printf("%d allocations, %d bytes, of which %d bytes were freed%n", sum[0], sum[1], sum[2]);
        MapView.of(sizes, Codec.U32, Codec.U64).forEach((slot, count) -> {
            if (count > 0) {
                System.out.printf("%12d bytes and more: %d%n", 1L << slot, count);
            }
        });
    }

    private static void add(long[] sum, MemorySegment total) {
        sum[0] += COUNT.read(total);
        sum[1] += BYTES.read(total);
        sum[2] += FREED.read(total);
    }

    @Override
    public void close() {
        List.of(stacks, blocks, totals, sizes, asked, lost).forEach(BpfMap::close);
    }
}
