package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "vfs_*, vfs_read, true",
        "vfs_*, vfs_, true",
        "vfs_*, do_vfs_, false",
        "*read*, vfs_read, true",
        "*_iter, vfs_read_iter_iter, true",
        "vfs_rea?, vfs_read, true",
        "vfs_rea?, vfs_rea, false",
        "*, x, true",
        "'', '', true",
        "'', x, false",
        "a*b*c, aXXbYYbc, true",
        "a*b*c, aXXbYY, false",
        "**a, ba, true"
    })
    void matchesWholeNames(String pattern, String name, boolean matches) {
        assertThat(new Glob(pattern).matches(name)).isEqualTo(matches);
    }

    @Test
    void agreesWithARegularExpression() {
        Random random = new Random(3);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = word(random, "ab*?", 6);
            String name = word(random, "ab", 8);
            boolean expected = name.matches(pattern.replace("*", ".*").replace('?', '.'));
            assertThat(new Glob(pattern).matches(name))
                    .as(pattern + " / " + name)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isBetween(1_000, 19_000);
    }

    private static String word(Random random, String letters, int limit) {
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(limit + 1); i > 0; i--) {
            word.append(letters.charAt(random.nextInt(letters.length())));
        }
        return word.toString();
    }
}
