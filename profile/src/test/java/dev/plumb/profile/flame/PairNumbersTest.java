package dev.plumb.profile.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairNumbersTest {
    private record Pair(int first, int second) {}

    @Test
    void numbersPairsInTheOrderTheyAreFirstSeen() {
        PairNumbers numbers = new PairNumbers();
        Map<Pair, Integer> expected = new HashMap<>();
        Random random = new Random(9);
        for (int i = 0; i < 200_000; i++) {
            int spread = i % 3 == 0 ? 100 : Integer.MAX_VALUE;
            Pair pair = new Pair(random.nextInt(spread) - 1, random.nextInt(spread) - 1);
            int number = expected.computeIfAbsent(pair, _ -> expected.size());
            assertThat(numbers.number(pair.first, pair.second)).isEqualTo(number);
        }
        assertThat(numbers.size()).isEqualTo(expected.size());
    }
}
