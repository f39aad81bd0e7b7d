package dev.plumb.elf.dwarf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalTableTest {
    @Test
    void findsTheInnermostOfNestedRanges() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            int[] expected = new int[200];
            Arrays.fill(expected, -1);
            IntervalTable.Builder builder = new IntervalTable.Builder();
            int[] number = {0};
            nest(random, 0, 200, 0, expected, builder, number);
            IntervalTable table = builder.build();
            for (int i = 0; i < expected.length; i++) {
                assertThat(table.find(i)).as("round %d, address %d", round, i).isEqualTo(expected[i]);
            }
            assertThat(table.find(500)).isEqualTo(-1);
        }
    }

    /// Adds ranges inside a range, each with ranges inside it, and paints what is expected.
    private static void nest(
            Random random, int low, int high, int depth, int[] expected, IntervalTable.Builder builder, int[] number) {
        int at = low;
        while (at < high && depth < 5) {
            int start = at + random.nextInt(10);
            int end = Math.min(high, start + 1 + random.nextInt(60));
            if (start >= end) {
                return;
            }
            int value = number[0]++;
            builder.add(start, end, value);
            Arrays.fill(expected, start, end, value);
            nest(random, start, end, depth + 1, expected, builder, number);
            at = end;
        }
    }
}
