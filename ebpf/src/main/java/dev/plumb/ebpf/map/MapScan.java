package dev.plumb.ebpf.map;

import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.MapCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/// Walks a map while programs change it: each element that is there throughout is seen exactly once, one that comes or
/// goes meanwhile at most once, and the walk always ends.
///
/// It reads in batches where the kernel has them (hash maps since 5.6, arrays since 5.7, per-CPU arrays since 5.13):
/// a batch covers whole buckets, so nothing is seen twice. Elsewhere it follows the kernel's next-key order, which
/// starts over when the current key is deleted; keys already seen are then skipped.
public final class MapScan {
    private static final int FIRST_BATCH = 256;

    /// Receives an element. Both segments are valid only during the call.
    @FunctionalInterface
    public interface Visitor {
        void visit(MemorySegment key, MemorySegment value);
    }

    private final BpfMap map;
    private final boolean delete;

    private MapScan(BpfMap map, boolean delete) {
        this.map = map;
        this.delete = delete;
    }

    /// Visits every element.
    public static void read(BpfMap map, Visitor visitor) {
        new MapScan(map, false).run(visitor);
    }

    /// Visits and removes every element of a hash map; an element changed between being read and removed keeps its
    /// change out only on kernels without batches (before 5.6).
    public static void drain(BpfMap map, Visitor visitor) {
        new MapScan(map, true).run(visitor);
    }

    private void run(Visitor visitor) {
        if (!batches(visitor)) {
            walk(visitor);
        }
    }

    /// Whether the kernel could do it; if not, nothing has been visited.
    private boolean batches(Visitor visitor) {
        int keySize = map.spec().keySizeBytes();
        int valueSize = map.valueBufferBytes();
        int capacity = Math.min(FIRST_BATCH, Math.max(1, map.spec().maxEntries()));
        try (Arena positions = Arena.ofConfined()) {
            MemorySegment position = positions.allocate(Math.max(8, keySize), 8);
            MemorySegment next = positions.allocate(Math.max(8, keySize), 8);
            boolean first = true;
            while (true) {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment keys = arena.allocate((long) keySize * capacity, 8);
                    MemorySegment values = arena.allocate((long) valueSize * capacity, 8);
                    MapCalls.Batch batch = batch(first ? MemorySegment.NULL : position, next, keys, values, capacity);
                    Errno error = Errno.of(batch.error());
                    if (error == Errno.ENOSPC) {
                        capacity = Math.multiplyExact(capacity, 2); // a bucket holds more than fits: ask again
                        continue;
                    }
                    if (error == Errno.EINTR || error == Errno.EAGAIN) {
                        continue;
                    }
                    if (error != Errno.NONE && error != Errno.ENOENT) {
                        if (first) {
                            return false;
                        }
                        map.check("read map in batches", batch.error());
                    }
                    visit(visitor, keys, values, batch.count());
                    if (error == Errno.ENOENT) {
                        return true;
                    }
                    first = false;
                    position.copyFrom(next);
                }
            }
        }
    }

    private MapCalls.Batch batch(
            MemorySegment position, MemorySegment next, MemorySegment keys, MemorySegment values, int capacity) {
        return delete
                ? MapCalls.lookupAndDeleteBatch(map.fd(), position, next, keys, values, capacity)
                : MapCalls.lookupBatch(map.fd(), position, next, keys, values, capacity);
    }

    private void visit(Visitor visitor, MemorySegment keys, MemorySegment values, int count) {
        int keySize = map.spec().keySizeBytes();
        int valueSize = map.valueBufferBytes();
        for (int i = 0; i < count; i++) {
            visitor.visit(keys.asSlice((long) i * keySize, keySize), values.asSlice((long) i * valueSize, valueSize));
        }
    }

    private void walk(Visitor visitor) {
        int keySize = map.spec().keySizeBytes();
        Set<ByteBuffer> seen = new HashSet<>();
        // Each restart comes from a deletion; a map that is emptied and filled for ever must not hold us for ever.
        long steps = 16L * map.spec().maxEntries() + 1024;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment key = arena.allocate(keySize, 8);
            MemorySegment next = arena.allocate(keySize, 8);
            MemorySegment value = arena.allocate(map.valueBufferBytes(), 8);
            boolean more = map.nextKey(MemorySegment.NULL, next);
            while (more && steps-- > 0) {
                key.copyFrom(next);
                more = map.nextKey(key, next);
                if (seen.add(ByteBuffer.wrap(key.toArray(ValueLayout.JAVA_BYTE))) && map.lookup(key, value)) {
                    if (delete) {
                        map.delete(key);
                    }
                    visitor.visit(key, value);
                }
            }
        }
    }
}
