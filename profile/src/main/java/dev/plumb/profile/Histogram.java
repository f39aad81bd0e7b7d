package dev.plumb.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Counts in power-of-two buckets: bucket 0 holds 0 and 1, bucket n holds 2ⁿ to 2ⁿ⁺¹-1. Immutable.
public final class Histogram {
    public static final int BUCKETS = 63;
    public static final Histogram EMPTY = new Histogram(new long[BUCKETS]);

    private final long[] counts;

    private Histogram(long[] counts) {
        this.counts = counts;
    }

    /// One bucket with its inclusive bounds.
    public record Bucket(long low, long high, long count) {}

    /// A histogram of counts that were gathered by bucket already, as a kernel map does.
    public static Histogram ofCounts(long... counts) {
        if (counts.length > BUCKETS) {
            throw new IllegalArgumentException("histogram: buckets=" + counts.length + " at most=" + BUCKETS);
        }
        return new Histogram(Arrays.copyOf(counts, BUCKETS));
    }

    public static Histogram ofValues(long... values) {
        long[] counts = new long[BUCKETS];
        for (long value : values) {
            counts[bucketOf(value)]++;
        }
        return new Histogram(counts);
    }

    /// The bucket of a value; negative ones go to bucket 0.
    public static int bucketOf(long value) {
        return value <= 1 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    }

    public Histogram plus(Histogram other) {
        long[] sum = counts.clone();
        for (int i = 0; i < BUCKETS; i++) {
            sum[i] += other.counts[i];
        }
        return new Histogram(sum);
    }

    public long total() {
        return Arrays.stream(counts).sum();
    }

    public long count(int bucket) {
        return counts[bucket];
    }

    /// The buckets from the first to the last that has a count.
    public List<Bucket> buckets() {
        List<Bucket> buckets = new ArrayList<>();
        int last = BUCKETS - 1;
        while (last >= 0 && counts[last] == 0) {
            last--;
        }
        for (int i = 0; i <= last; i++) {
            if (counts[i] != 0 || !buckets.isEmpty()) {
                buckets.add(bucket(i));
            }
        }
        return List.copyOf(buckets);
    }

    /// The bucket that holds the value at this percentile, or null if the histogram is empty.
    public @Nullable Bucket percentile(double percent) {
        long rank = (long) Math.ceil(total() * percent / 100);
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += counts[i];
            if (seen > 0 && seen >= rank) {
                return bucket(i);
            }
        }
        return null;
    }

    private Bucket bucket(int i) {
        long low = i == 0 ? 0 : 1L << i;
        long high = i == BUCKETS - 1 ? Long.MAX_VALUE : (1L << (i + 1)) - 1;
        return new Bucket(low, high, counts[i]);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Histogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return buckets().toString();
    }
}
