package dev.plumb.cli;

import dev.plumb.profile.flame.FlameGraph;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What profiles can be written as: the file formats and the flame graph.
final class OutputFormats {
    static final Format HTML = new Format(
            "html",
            "a flame graph to open in a browser",
            List.of(".html", ".htm"),
            (profile, out) -> FlameGraph.of(profile).write(out),
            null);

    /// Those that a terminal cannot show.
    private static final Set<String> BINARY = Set.of("pprof", "otlp", "jfr");

    private OutputFormats() {}

    static Optional<Format> byName(String name) {
        return HTML.name().equals(name) ? Optional.of(HTML) : Formats.byName(name);
    }

    static Optional<Format> byFileName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        return HTML.endings().stream().anyMatch(lower::endsWith) ? Optional.of(HTML) : Formats.byFileName(fileName);
    }

    static String names() {
        return Stream.concat(Stream.of(HTML), Formats.all().stream())
                .map(Format::name)
                .collect(Collectors.joining(", "));
    }

    static String endings() {
        return HTML.endings().getFirst() + ", " + Formats.endings();
    }

    static boolean isBinary(Format format) {
        return BINARY.contains(format.name());
    }
}
