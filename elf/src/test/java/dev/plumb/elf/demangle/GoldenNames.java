package dev.plumb.elf.demangle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Mangled names with what `c++filt` of binutils 2.40 prints for them, one a line: the name, a tab, the full form and,
/// if it differs, a tab and the brief form.
final class GoldenNames {
    record Golden(String mangled, String full, String brief) {}

    private GoldenNames() {}

    static List<Golden> read() {
        try (InputStream stream = GoldenNames.class.getResourceAsStream("names.tsv")) {
            String text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().map(GoldenNames::golden).toList();
        } catch (IOException e) {
            throw new IllegalStateException("names.tsv cannot be read", e);
        }
    }

    private static Golden golden(String line) {
        String[] columns = line.split("\t");
        return new Golden(columns[0], columns[1], columns[columns.length - 1]);
    }
}
