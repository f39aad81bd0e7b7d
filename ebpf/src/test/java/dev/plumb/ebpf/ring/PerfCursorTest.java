package dev.plumb.ebpf.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Plays the kernel's part on plain memory.
class PerfCursorTest {
    private static final int SIZE = 4096;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment control = arena.allocate(2048, 8);
    private final MemorySegment data = arena.allocate(SIZE, 8);
    private final PerfCursor cursor = new PerfCursor(control, data, arena);

    private void put(byte[] record) {
        long head = control.get(ValueLayout.JAVA_LONG, PerfCursor.HEAD_OFFSET);
        for (byte b : record) {
            data.set(ValueLayout.JAVA_BYTE, head++ % SIZE, b);
        }
        control.set(ValueLayout.JAVA_LONG, PerfCursor.HEAD_OFFSET, head);
    }

    private static byte[] record(int type, int size) {
        byte[] record = new byte[size];
        MemorySegment memory = MemorySegment.ofArray(record);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, type);
        memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, 6, (short) size);
        return record;
    }

    private static byte[] sample(int length, int fill) {
        byte[] record = record(PerfCursor.RECORD_SAMPLE, (8 + 4 + length + 7) & ~7);
        MemorySegment memory = MemorySegment.ofArray(record);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, 8, length);
        memory.asSlice(12, length).fill((byte) fill);
        return record;
    }

    private static byte[] lost(long count) {
        byte[] record = record(PerfCursor.RECORD_LOST, 24);
        MemorySegment.ofArray(record).set(ValueLayout.JAVA_LONG_UNALIGNED, 16, count);
        return record;
    }

    private List<String> poll() {
        List<String> records = new ArrayList<>();
        cursor.poll(
                (memory, offset, length) -> {
                    byte first = memory.get(ValueLayout.JAVA_BYTE, offset);
                    byte last = memory.get(ValueLayout.JAVA_BYTE, offset + length - 1);
                    records.add(length + ":" + first + ":" + last);
                },
                1000);
        return records;
    }

    @Test
    void readsSamplesAndCountsLosses() {
        put(sample(20, 3));
        put(lost(17));
        put(sample(4, 5));
        put(lost(6));
        assertThat(poll()).containsExactly("20:3:3", "4:5:5");
        assertThat(cursor.lost()).isEqualTo(23);
    }

    @Test
    void readsSamplesThatWrap() {
        for (int round = 1; round <= 100; round++) {
            put(sample(1000, round));
            assertThat(poll()).containsExactly("1000:" + round + ":" + round);
        }
    }

    @Test
    void survivesRandomMemory() {
        Random random = new Random(23);
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        byte[] bytes = new byte[SIZE];
        for (int i = 0; i < inputs; i++) {
            if (i % 64 == 0) {
                random.nextBytes(bytes);
                data.copyFrom(MemorySegment.ofArray(bytes));
            }
            long tail = random.nextLong() & 0x7fff_ffff_ffff_fff8L;
            control.set(ValueLayout.JAVA_LONG, PerfCursor.TAIL_OFFSET, tail);
            control.set(ValueLayout.JAVA_LONG, PerfCursor.HEAD_OFFSET, tail + 8L * random.nextInt(SIZE / 8));
            cursor.poll(
                    (memory, offset, length) -> assertThat(offset + length).isLessThanOrEqualTo(memory.byteSize()),
                    1000);
        }
        System.out.println("perf cursor: " + inputs + " random buffers");
    }
}
