package dev.plumb.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Gives equal values one number each, counting from 0.
final class Interner<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /// The number of a value, or -1 if it was not seen before.
    int find(T value) {
        @Nullable Integer number = numbers.get(value);
        return number == null ? -1 : number;
    }

    /// Adds a value that [#find] did not know.
    int add(T value) {
        int number = values.size();
        values.add(value);
        numbers.put(value, number);
        return number;
    }

    int intern(T value) {
        int number = find(value);
        return number >= 0 ? number : add(value);
    }

    T value(int number) {
        return values.get(number);
    }

    List<T> values() {
        return List.copyOf(values);
    }
}
