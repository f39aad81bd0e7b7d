package dev.plumb.ebpf.ring;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The consumer's side of the kernel's ring buffer, over plain memory.
///
/// ```
/// consumer page   u64 position            written here, read by the kernel
/// producer page   u64 position            written by the kernel, read here
/// data            the ring, mapped twice in a row, so that a record never wraps in memory
///
/// record          u32 length | BUSY (bit 31) | DISCARD (bit 30)
///                 u32 page offset         for the kernel's own use
///                 length bytes            padded so that the next record starts at a multiple of 8
/// ```
///
/// Positions only grow; masked with the size they are offsets. One thread uses a cursor.
final class RingCursor {
    static final int HEADER_BYTES = 8;
    static final int BUSY = 1 << 31;
    static final int DISCARD = 1 << 30;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private final MemorySegment consumer;
    private final MemorySegment producer;
    private final MemorySegment data;
    private final long mask;
    private long discarded;

    /// Takes the consumer's and producer's pages and the doubly mapped data.
    RingCursor(MemorySegment consumer, MemorySegment producer, MemorySegment data, long sizeBytes) {
        if (Long.bitCount(sizeBytes) != 1 || data.byteSize() < 2 * sizeBytes) {
            throw new IllegalArgumentException("ring size=" + sizeBytes + " data=" + data.byteSize());
        }
        this.consumer = consumer;
        this.producer = producer;
        this.data = data;
        this.mask = sizeBytes - 1;
    }

    /// Hands out at most `limit` records and returns how many; stops at one that is still being written. What was
    /// handed out is released even if the handler throws.
    int poll(RecordHandler handler, int limit) {
        long position = (long) LONG.get(consumer, 0L);
        // Pairs with the kernel's smp_store_release of producer_pos in __bpf_ringbuf_reserve.
        long end = (long) LONG.getAcquire(producer, 0L);
        int count = 0;
        try {
            while (position < end && count < limit) {
                long offset = position & mask;
                // Pairs with the kernel's xchg of the header in bpf_ringbuf_commit.
                int header = (int) INT.getAcquire(data, offset);
                if ((header & BUSY) != 0) {
                    break;
                }
                int length = header & ~(BUSY | DISCARD);
                position += advance(length, end - position);
                if ((header & DISCARD) != 0) {
                    discarded++;
                    continue;
                }
                count++;
                handler.record(data, offset + HEADER_BYTES, Math.min(length, (int) (mask + 1) - HEADER_BYTES));
            }
        } finally {
            // Pairs with the kernel's smp_load_acquire of consumer_pos: our reads are done before it reuses the space.
            LONG.setRelease(consumer, 0L, position);
        }
        return count;
    }

    /// The bytes a record takes; a length that runs past what was written can only be corruption, and ends the batch.
    private static long advance(int length, long available) {
        long bytes = (length + HEADER_BYTES + 7L) & ~7L;
        return Math.min(bytes, available);
    }

    /// The bytes waiting to be read.
    long backlogBytes() {
        return (long) LONG.getAcquire(producer, 0L) - (long) LONG.get(consumer, 0L);
    }

    /// Records that their writer withdrew.
    long discarded() {
        return discarded;
    }
}
