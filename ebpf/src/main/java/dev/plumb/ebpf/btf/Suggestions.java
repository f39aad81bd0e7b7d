package dev.plumb.ebpf.btf;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the names somebody may have meant.
final class Suggestions {
    static final int MAX_LENGTH = 64;

    private static final int MAX_SUGGESTIONS = 3;

    private Suggestions() {}

    /// A hint with the names nearest to the wanted one, or null where none is near.
    static @Nullable String hint(String wanted, Stream<String> names) {
        List<String> nearest = nearest(wanted, names);
        return nearest.isEmpty() ? null : "did you mean '" + String.join("' or '", nearest) + "'?";
    }

    static List<String> nearest(String wanted, Stream<String> names) {
        if (wanted.length() > MAX_LENGTH) {
            return List.of();
        }
        int limit = Math.max(1, wanted.length() / 3);
        record Candidate(String name, int distance) {}
        return names.filter(name -> !name.isEmpty() && near(name.length(), wanted.length(), limit))
                .distinct()
                .map(name -> new Candidate(name, distance(wanted, name)))
                .filter(candidate -> candidate.distance <= limit)
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(MAX_SUGGESTIONS)
                .map(Candidate::name)
                .toList();
    }

    static boolean near(int length, int wanted, int limit) {
        return Math.abs(length - wanted) <= limit;
    }

    /// The number of letters to insert, remove or replace to make one name of the other.
    static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
