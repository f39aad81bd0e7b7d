package dev.plumb.profile;

import java.util.Objects;

/// What a value of a sample measures, such as `cpu` in `nanoseconds`.
///
/// @param name what is measured
/// @param unit `count`, `nanoseconds`, `bytes`, or another word
public record ValueType(String name, String unit) {
    public static final String COUNT = "count";
    public static final String NANOSECONDS = "nanoseconds";
    public static final String BYTES = "bytes";

    public ValueType {
        Objects.requireNonNull(name);
        Objects.requireNonNull(unit);
    }

    /// The type of a plain number of events.
    public static ValueType count(String name) {
        return new ValueType(name, COUNT);
    }

    public static ValueType nanoseconds(String name) {
        return new ValueType(name, NANOSECONDS);
    }

    public static ValueType bytes(String name) {
        return new ValueType(name, BYTES);
    }

    public boolean isCount() {
        return unit.equals(COUNT);
    }
}
