package dev.plumb.ebpf.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Plays the kernel's part on plain memory.
class RingCursorTest {
    private static final int SIZE = 4096;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment consumer = arena.allocate(8, 8);
    private final MemorySegment producer = arena.allocate(8, 8);
    private final MemorySegment data = arena.allocate(2L * SIZE, 8);
    private final RingCursor cursor = new RingCursor(consumer, producer, data, SIZE);

    /// Writes a record whose bytes are all `fill`, as the kernel would, and returns its position.
    private long write(int length, int flags, int fill) {
        long position = producer.get(ValueLayout.JAVA_LONG, 0);
        data.set(ValueLayout.JAVA_INT, position % SIZE, length | flags);
        for (int i = 0; i < length; i++) {
            long at = (position + RingCursor.HEADER_BYTES + i) % SIZE;
            data.set(ValueLayout.JAVA_BYTE, at, (byte) fill);
            data.set(ValueLayout.JAVA_BYTE, at + SIZE, (byte) fill); // the second mapping of the same page
        }
        producer.set(ValueLayout.JAVA_LONG, 0, position + ((length + RingCursor.HEADER_BYTES + 7) & ~7));
        return position;
    }

    private List<String> poll(int limit) {
        List<String> records = new ArrayList<>();
        cursor.poll(
                (memory, offset, length) -> records.add(
                        length + ":" + (length == 0 ? "" : memory.get(ValueLayout.JAVA_BYTE, offset + length - 1))),
                limit);
        return records;
    }

    @Test
    void readsNothingFromAnEmptyRing() {
        assertThat(poll(10)).isEmpty();
    }

    @Test
    void readsRecordsInOrderUpToTheLimit() {
        write(16, 0, 1);
        write(5, 0, 2);
        write(0, 0, 0);
        write(8, 0, 4);
        assertThat(poll(2)).containsExactly("16:1", "5:2");
        assertThat(poll(10)).containsExactly("0:", "8:4");
        assertThat(cursor.backlogBytes()).isZero();
    }

    @Test
    void passesOverWithdrawnRecordsAndCountsThem() {
        write(16, RingCursor.DISCARD, 1);
        write(16, 0, 2);
        write(16, RingCursor.DISCARD, 3);
        assertThat(poll(10)).containsExactly("16:2");
        assertThat(cursor.discarded()).isEqualTo(2);
        assertThat(cursor.backlogBytes()).isZero();
    }

    @Test
    void stopsAtARecordThatIsStillBeingWritten() {
        write(16, 0, 1);
        long busy = write(16, RingCursor.BUSY, 2);
        write(16, 0, 3);
        assertThat(poll(10)).containsExactly("16:1");
        assertThat(poll(10)).isEmpty();
        data.set(ValueLayout.JAVA_INT, busy % SIZE, 16);
        assertThat(poll(10)).containsExactly("16:2", "16:3");
    }

    @Test
    void readsRecordsThatWrap() {
        for (int round = 0; round < 100; round++) {
            write(1000, 0, round % 100);
            assertThat(poll(10)).containsExactly("1000:" + round % 100);
        }
        assertThat(consumer.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(100 * 1008);
    }

    @Test
    void releasesWhatItHandedOutWhenTheHandlerThrows() {
        write(16, 0, 1);
        write(16, 0, 2);
        assertThatThrownBy(() -> cursor.poll(
                        (_, _, _) -> {
                            throw new IllegalStateException("no");
                        },
                        10))
                .hasMessage("no");
        assertThat(poll(10)).containsExactly("16:2");
    }

    @Test
    void survivesRandomMemory() {
        Random random = new Random(23);
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        byte[] bytes = new byte[2 * SIZE];
        for (int i = 0; i < inputs; i++) {
            if (i % 64 == 0) {
                random.nextBytes(bytes);
                data.copyFrom(MemorySegment.ofArray(bytes));
            }
            long position = random.nextLong() & 0x7fff_ffff_ffff_fff8L;
            consumer.set(ValueLayout.JAVA_LONG, 0, position);
            producer.set(ValueLayout.JAVA_LONG, 0, position + random.nextInt(4 * SIZE));
            int[] read = new int[1];
            cursor.poll(
                    (memory, offset, length) -> {
                        assertThat(offset + length).isLessThanOrEqualTo(memory.byteSize());
                        read[0]++;
                    },
                    1000);
            assertThat(read[0]).isLessThanOrEqualTo(1000);
        }
        System.out.println("ring cursor: " + inputs + " random rings");
    }

    @Test
    void allocatesNothing() {
        long[] sum = new long[1];
        RecordHandler handler =
                (memory, offset, length) -> sum[0] += memory.get(ValueLayout.JAVA_BYTE, offset) + length;
        Allocation.assertNone(() -> {
            for (int i = 0; i < 100; i++) {
                write(24, 0, 1);
            }
            return () -> cursor.poll(handler, 1000);
        });
        assertThat(sum[0]).isPositive();
    }
}
