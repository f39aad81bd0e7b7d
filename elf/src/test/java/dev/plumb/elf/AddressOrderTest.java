package dev.plumb.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressOrderTest {
    @Test
    void ordersUnsignedAndKeepsTheOrderOfEqualAddresses() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            int count = random.nextInt(200);
            long[] addresses = random.longs(count)
                    .map(a -> random.nextBoolean() ? a : a & 7)
                    .toArray();
            int[] expected = IntStream.range(0, count)
                    .boxed()
                    .sorted((a, b) -> Long.compareUnsigned(addresses[a], addresses[b]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            assertThat(AddressOrder.of(addresses, count)).isEqualTo(expected);
        }
    }

    @Test
    void findsTheLastAddressAtOrBelow() {
        long[] sorted = {1, 5, 5, 9, Long.MIN_VALUE, -1};
        assertThat(AddressOrder.floor(sorted, 6, 0)).isEqualTo(-1);
        assertThat(AddressOrder.floor(sorted, 6, 1)).isZero();
        assertThat(AddressOrder.floor(sorted, 6, 5)).isEqualTo(2);
        assertThat(AddressOrder.floor(sorted, 6, 8)).isEqualTo(2);
        assertThat(AddressOrder.floor(sorted, 6, Long.MAX_VALUE)).isEqualTo(3);
        assertThat(AddressOrder.floor(sorted, 6, Long.MIN_VALUE + 1)).isEqualTo(4);
        assertThat(AddressOrder.floor(sorted, 6, -1)).isEqualTo(5);
    }
}
