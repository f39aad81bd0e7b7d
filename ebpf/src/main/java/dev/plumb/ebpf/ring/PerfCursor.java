package dev.plumb.ebpf.ring;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The consumer's side of one CPU's perf buffer, over plain memory.
///
/// ```
/// control page    u64 data_head @1024     written by the kernel
///                 u64 data_tail @1032     written here
/// data            a ring, mapped once: a record may wrap around its end
///
/// record          u32 type | u16 misc | u16 size of the whole record
///   SAMPLE (9)    u32 length | length bytes
///   LOST (2)      u64 id | u64 count
/// ```
final class PerfCursor {
    static final int HEAD_OFFSET = 1024;
    static final int TAIL_OFFSET = 1032;
    static final int RECORD_LOST = 2;
    static final int RECORD_SAMPLE = 9;
    private static final int HEADER_BYTES = 8;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment control;
    private final MemorySegment data;
    private final MemorySegment unwrapped;
    private final long mask;
    private long lost;

    PerfCursor(MemorySegment control, MemorySegment data, Arena arena) {
        if (Long.bitCount(data.byteSize()) != 1) {
            throw new IllegalArgumentException("perf buffer size=" + data.byteSize());
        }
        this.control = control;
        this.data = data;
        this.mask = data.byteSize() - 1;
        this.unwrapped = arena.allocate(1 << 16, 8); // a record's size is 16 bits
    }

    int poll(RecordHandler handler, int limit) {
        // Pairs with the kernel's smp_wmb before it writes data_head in perf_output_put_handle.
        long head = (long) LONG.getAcquire(control, (long) HEAD_OFFSET);
        long tail = (long) LONG.get(control, (long) TAIL_OFFSET);
        int count = 0;
        try {
            while (tail < head && count < limit) {
                long at = tail & mask;
                int type = data.get(ValueLayout.JAVA_INT, at);
                int size = Short.toUnsignedInt(data.get(ValueLayout.JAVA_SHORT, at + 6));
                if (size < HEADER_BYTES || size % 8 != 0 || size > data.byteSize()) {
                    tail = head; // corrupt, since records are multiples of 8: nothing after it can be found
                    break;
                }
                tail += Math.min(size, head - tail);
                if (type == RECORD_SAMPLE && size >= HEADER_BYTES + 4) {
                    count++;
                    hand(handler, at, size);
                } else if (type == RECORD_LOST && size >= HEADER_BYTES + 16) {
                    lost += data.get(ValueLayout.JAVA_LONG, (at + 16) & mask);
                }
            }
        } finally {
            // Pairs with the kernel's reading of data_tail before it reuses the space.
            LONG.setRelease(control, (long) TAIL_OFFSET, tail);
        }
        return count;
    }

    private void hand(RecordHandler handler, long at, int size) {
        MemorySegment memory = data;
        long start = at;
        if (at + size > data.byteSize()) {
            long first = data.byteSize() - at;
            MemorySegment.copy(data, at, unwrapped, 0, first);
            MemorySegment.copy(data, 0, unwrapped, first, size - first);
            memory = unwrapped;
            start = 0;
        }
        int length = memory.get(ValueLayout.JAVA_INT, start + HEADER_BYTES);
        handler.record(memory, start + HEADER_BYTES + 4, Math.clamp(length, 0, size - HEADER_BYTES - 4));
    }

    long lost() {
        return lost;
    }
}
