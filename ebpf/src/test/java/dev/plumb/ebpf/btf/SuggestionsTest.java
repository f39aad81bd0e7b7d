package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    @Test
    void countsEdits() {
        assertThat(Suggestions.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestions.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestions.distance("same", "same")).isZero();
    }

    @Test
    void offersTheNearestFirstAndNothingFar() {
        assertThat(Suggestions.nearest("dentri", Stream.of("mnt", "dentries", "dentry", "centre", "")))
                .containsExactly("dentry", "centre", "dentries");
        assertThat(Suggestions.hint("dentri", Stream.of("dentry", "dentry"))).isEqualTo("did you mean 'dentry'?");
        assertThat(Suggestions.hint("xyz", Stream.of("dentry"))).isNull();
        assertThat(Suggestions.nearest("x".repeat(65), Stream.of("x".repeat(65))))
                .isEmpty();
    }
}
