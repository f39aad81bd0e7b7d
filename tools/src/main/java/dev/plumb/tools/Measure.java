package dev.plumb.tools;

import dev.plumb.profile.ValueType;
import java.util.List;

/// What a tool makes of the numbers that the kernel counted.
///
/// @param types the value types of its profiles
/// @param conversion gives a value for each of them
public record Measure(List<ValueType> types, Conversion conversion) {
    /// Turns a count and a sum into values.
    @FunctionalInterface
    public interface Conversion {
        long[] values(long count, long sum);
    }

    public Measure {
        types = List.copyOf(types);
    }

    long[] values(long count, long sum) {
        return conversion.values(count, sum);
    }
}
