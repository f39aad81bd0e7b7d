package dev.plumb.tools;

import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapScan;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.map.PerCpuView;
import dev.plumb.ebpf.map.UpdateMode;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Counter;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.Type;
import dev.plumb.ebpf.program.Value;
import dev.plumb.ebpf.program.Variable;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Counts stacks in the kernel: what programs add to, and Java collects from.
///
/// A stack is kept whole under a hash of 62 bits of its addresses, so that none is dropped because another has its
/// place; a sample refers to its two stacks by hash. There are two sets of maps. Programs use one while Java empties
/// the other; after a switch Java waits until no program can still be using the old one, so nothing is missed and
/// nothing counted twice. A sample whose stack finds no free slot keeps its count and loses the stack, with the
/// reason; a sample that finds no free slot itself is counted as lost.
public final class StackStore implements AutoCloseable {
    private static final Field HASH = Layout.u64("hash").fields().getFirst();
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private final StackOptions options;
    private final StackRecord record;
    private final StackCapture kernelCapture = StackCapture.kernel();
    private final StackCapture userCapture;
    private final List<Generation> generations;
    private final BpfMap selector;
    private final BpfMap losses;
    private final GracePeriod grace;
    private final List<BpfMap> scratches = new ArrayList<>();
    private long lostBefore;
    private int active;

    /// One of the two sets of maps.
    private record Generation(BpfMap stacks, BpfMap samples) {
        static Generation create(StackRecord record, int slots) {
            return new Generation(
                    BpfMap.create(MapSpec.hash("stacks", 8, record.layout().sizeBytes(), slots)),
                    BpfMap.create(MapSpec.hash("samples", SampleRecord.KEY, SampleRecord.VALUE, 2 * slots)));
        }

        void close() {
            stacks.close();
            samples.close();
        }
    }

    private StackStore(StackOptions options, StackCapture userCapture) {
        this.options = options;
        this.record = StackRecord.of(options.maxDepth());
        this.userCapture = userCapture;
        this.losses = BpfMap.create(MapSpec.perCpuArray("losses", 8, 1));
        this.selector = BpfMap.create(MapSpec.array("selector", 8, 1));
        this.generations =
                List.of(Generation.create(record, options.slots()), Generation.create(record, options.slots()));
        this.grace = GracePeriod.create();
    }

    public static StackStore create(StackOptions options, StackCapture userCapture) {
        return new StackStore(options, userCapture);
    }

    public StackOptions options() {
        return options;
    }

    /// Adds to a program: takes the stacks of the running task and counts them.
    ///
    /// @param amount added to the sample's sum
    /// @param label the number of the label that tells the tool's samples apart
    /// @param caller where the function returns to that is being entered, or 0 if it is not at its entry
    public void count(Body program, Value amount, int label, Value caller) {
        Memory scratch = program.lookupOrExit(newScratch(), program.constant(0));
        Value set = program.lookupOrExit(selector, program.constant(0)).get();
        Memory key = program.local(SampleRecord.KEY);
        Value ids = program.pidAndTid();
        key.set(SampleRecord.PID, ids.shr(32));
        key.set(SampleRecord.TID, ids);
        key.fill(SampleRecord.COMM, program.comm());
        key.set(SampleRecord.LABEL, label);
        key.set(SampleRecord.CALLER, caller);
        if (options.kernel()) {
            key.set(SampleRecord.KERNEL, keep(program, set, scratch, kernelCapture));
        }
        if (options.user()) {
            key.set(SampleRecord.USER, keep(program, set, scratch, userCapture));
        }
        Memory nothing = program.local(SampleRecord.VALUE);
        inSet(program, set, generation -> {
            Memory cell = program.lookupOrInsert(generation.samples(), key, nothing, new Counter(losses, 0));
            cell.add(SampleRecord.COUNT, 1);
            cell.add(SampleRecord.SUM, amount);
        });
    }

    /// A stack takes more room than a program's own stack has. Programs may interrupt each other, so each has its own.
    private BpfMap newScratch() {
        BpfMap scratch = BpfMap.create(MapSpec.perCpuArray("scratch", record.layout(), 1));
        scratches.add(scratch);
        return scratch;
    }

    private void inSet(Body program, Value set, Consumer<Generation> block) {
        program.ifElse(
                set.eq(0), () -> block.accept(generations.getFirst()), () -> block.accept(generations.getLast()));
    }

    /// Takes a stack and keeps it; gives its hash, 0 if it is empty, or an error below zero.
    private Value keep(Body program, Value set, Memory scratch, StackCapture capture) {
        Value size = capture.take(program, scratch.part(record.addresses()));
        Variable id = program.variable(size);
        program.ifTrue(size.gt(0), () -> {
            Value depth = size.shr(3);
            scratch.set(record.depth(), depth);
            Value hash = hash(program, scratch, depth);
            id.set(hash);
            inSet(program, set, generation -> insert(program, generation.stacks(), hash, scratch, id));
        });
        return id.value();
    }

    private Value hash(Body program, Memory scratch, Value depth) {
        Variable hash = program.variable(depth);
        program.repeat(depth, record.maxDepth(), i -> {
            Value mixed = hash.value().xor(scratch.get(record.addresses(), i)).mul(HASH_FACTOR);
            hash.set(mixed.xor(mixed.as(Type.U64).shr(32)));
        });
        return hash.value().and(Long.MAX_VALUE).or(1);
    }

    /// Most stacks are there already, and looking is cheaper than copying.
    private static void insert(Body program, BpfMap stacks, Value hash, Memory scratch, Variable id) {
        program.lookup(stacks, hash, found -> {}, () -> {
            Value result = program.update(stacks, hash, scratch, UpdateMode.NO_EXIST);
            program.ifTrue(result.ne(0).and(result.ne(-Errno.EEXIST.number())), () -> id.set(result));
        });
    }

    /// Moves what has been counted since the last call.
    void drain(RawSamples into) {
        int retired = active;
        active = 1 - active;
        MapView.of(selector, Codec.U32, Codec.U64).put(0, (long) active);
        grace.await();
        Generation generation = generations.get(retired);
        Map<Long, RawStack> stacks = new HashMap<>();
        MapScan.drain(generation.stacks(), (key, value) -> stacks.put(HASH.read(key), record.read(value)));
        MapScan.drain(generation.samples(), (key, value) -> into.add(key(key, stacks), weight(value)));
        long lost = PerCpuView.sum(PerCpuView.of(losses, Codec.U32, Codec.U64), 0);
        into.addLost(lost - lostBefore);
        lostBefore = lost;
    }

    private static RawSamples.Key key(MemorySegment key, Map<Long, RawStack> stacks) {
        return new RawSamples.Key(
                (int) SampleRecord.PID.read(key),
                (int) SampleRecord.TID.read(key),
                SampleRecord.COMM.text(key),
                (int) SampleRecord.LABEL.read(key),
                stack(SampleRecord.KERNEL.read(key), stacks),
                stack(SampleRecord.USER.read(key), stacks).withCaller(SampleRecord.CALLER.read(key)));
    }

    private static RawStack stack(long id, Map<Long, RawStack> stacks) {
        if (id < 0) {
            return RawStack.failed((int) id);
        }
        return id == 0 ? RawStack.EMPTY : stacks.getOrDefault(id, RawStack.failed(-Errno.ENOENT.number()));
    }

    private static RawSamples.Weight weight(MemorySegment value) {
        return new RawSamples.Weight(SampleRecord.COUNT.read(value), SampleRecord.SUM.read(value));
    }

    /// Tells the user's capture that a process has been seen.
    void seen(int pid) {
        userCapture.seen(pid);
    }

    @Override
    public void close() {
        generations.forEach(Generation::close);
        scratches.forEach(BpfMap::close);
        selector.close();
        losses.close();
        grace.close();
        userCapture.close();
    }
}
