package dev.plumb.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void everyValueFallsWithinItsBucket() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong() >>> 1 >>> random.nextInt(63);
            Histogram.Bucket bucket = Histogram.ofValues(value).buckets().getFirst();
            assertThat(value).isBetween(bucket.low(), bucket.high());
        }
    }

    @Test
    void bucketsRunFromTheFirstToTheLastCount() {
        assertThat(Histogram.ofValues(4, 5, 16).buckets())
                .containsExactly(
                        new Histogram.Bucket(4, 7, 2), new Histogram.Bucket(8, 15, 0), new Histogram.Bucket(16, 31, 1));
        assertThat(Histogram.EMPTY.buckets()).isEmpty();
    }

    @Test
    void countsAddUp() {
        Histogram sum = Histogram.ofValues(0, 1, 2).plus(Histogram.ofCounts(1, 1, 5));
        assertThat(sum).isEqualTo(Histogram.ofCounts(3, 2, 5));
        assertThat(sum.total()).isEqualTo(10);
        assertThat(sum.count(2)).isEqualTo(5);
    }

    @Test
    void percentileNamesTheBucket() {
        Histogram histogram = Histogram.ofCounts(0, 90, 9, 1);
        assertThat(histogram.percentile(90)).isEqualTo(new Histogram.Bucket(2, 3, 90));
        assertThat(histogram.percentile(99)).isEqualTo(new Histogram.Bucket(4, 7, 9));
        assertThat(histogram.percentile(100)).isEqualTo(new Histogram.Bucket(8, 15, 1));
        assertThat(Histogram.EMPTY.percentile(50)).isNull();
    }

    @Test
    void refusesMoreBucketsThanALongHas() {
        assertThatThrownBy(() -> Histogram.ofCounts(new long[64])).hasMessageContaining("buckets=64");
    }
}
