package dev.plumb.profile.flame;

import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Numbers equal values alike, and knows again at once an object that it has met: a profile shares its frames, threads
/// and labels, and comparing them by content for every sample would cost more than all the rest.
final class SharedNumbers<T> {
    private final IdentityHashMap<T, Integer> met = new IdentityHashMap<>();
    private final Numbers<T> numbers = new Numbers<>();

    int number(T value) {
        @Nullable Integer known = met.get(value);
        if (known != null) {
            return known;
        }
        int number = numbers.number(value);
        met.put(value, number);
        return number;
    }

    List<T> values() {
        return numbers.values();
    }
}
