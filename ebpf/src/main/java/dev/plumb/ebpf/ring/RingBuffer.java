package dev.plumb.ebpf.ring;

import dev.plumb.ebpf.internal.sys.Memory;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Reads a ring buffer map. Needs Linux 5.8.
///
/// Records come in the order programs reserved them, over all CPUs. A full ring makes the program's reserve fail: the
/// program must count that, since nobody else can. One thread polls; nothing is allocated per record. Close the reader
/// before the map.
public final class RingBuffer implements RingSource, AutoCloseable {
    private final BpfMap map;
    private final Arena arena = Arena.ofShared();
    private final RingCursor cursor;

    private RingBuffer(BpfMap map) {
        this.map = map;
        long page = Memory.pageSizeBytes();
        long size = Integer.toUnsignedLong(map.spec().maxEntries());
        try {
            MemorySegment consumer = Memory.map("ring buffer", map.descriptor(), 0, page, true, arena);
            MemorySegment rest = Memory.map("ring buffer", map.descriptor(), page, page + 2 * size, false, arena);
            cursor = new RingCursor(consumer, rest.asSlice(0, page), rest.asSlice(page), size);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /// Opens a reader of a ring buffer map; a map has one reader.
    public static RingBuffer open(BpfMap map) {
        if (map.spec().type() != MapType.RINGBUF) {
            throw new IllegalArgumentException(map + " is not a ring buffer");
        }
        return new RingBuffer(map);
    }

    /// Hands out at most `limit` records that are there now, and returns how many.
    @Override
    public int poll(RecordHandler handler, int limit) {
        return cursor.poll(handler, limit);
    }

    @Override
    public void register(RingWaiter waiter, int token) {
        waiter.add(map.descriptor(), token);
    }

    /// The bytes waiting to be read.
    public long backlogBytes() {
        return cursor.backlogBytes();
    }

    /// Records that programs reserved and then withdrew.
    public long discarded() {
        return cursor.discarded();
    }

    /// Always 0: what a full ring refuses is known to the program alone.
    @Override
    public long lost() {
        return 0;
    }

    @Override
    public void close() {
        arena.close();
    }
}
