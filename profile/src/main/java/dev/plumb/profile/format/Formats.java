package dev.plumb.profile.format;

import dev.plumb.profile.flame.FlameGraph;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// All formats, by name and by the ending of a file's name.
public final class Formats {
    public static final Format JSON = new Format(
            "json",
            "Plumb's own JSON, nothing left out",
            List.of(".json"),
            new PlumbJsonWriter(),
            new PlumbJsonReader());
    public static final Format HTML = new Format(
            "html",
            "a flame graph for a browser",
            List.of(".html"),
            (profile, out) -> FlameGraph.of(profile).write(out),
            null);
    public static final Format FOLDED = new Format(
            "folded",
            "a line for each stack",
            List.of(".folded", ".collapsed"),
            new FoldedWriter(),
            new FoldedReader());
    public static final Format PPROF =
            new Format("pprof", "gzipped pprof", List.of(".pb.gz", ".pprof"), new PprofWriter(), PprofReader::readFrom);

    public static final Format SPEEDSCOPE = new Format(
            "speedscope",
            "for speedscope.app",
            List.of(".speedscope.json"),
            new SpeedscopeWriter(),
            SpeedscopeReader::readFrom);
    public static final Format OTLP = new Format(
            "otlp",
            "OTLP profiles v1development, as of opentelemetry-proto 1.11.0",
            List.of(".otlp"),
            new OtlpWriter(),
            new OtlpReader());

    public static final Format JFR = new Format(
            "jfr", "Java Flight Recorder, execution samples", List.of(".jfr"), new JfrWriter(), new JfrReader());

    public static final Format FIREFOX = new Format(
            "firefox",
            "for profiler.firefox.com",
            List.of(".firefox.json"),
            new FirefoxWriter(),
            FirefoxReader::readFrom);
    public static final Format PERF_SCRIPT = new Format(
            "perf-script",
            "text as of perf script",
            List.of(".perf.txt", ".perf"),
            new PerfScriptWriter(),
            PerfScriptReader::readFrom);

    private static final List<Format> ALL =
            List.of(HTML, JSON, FOLDED, PPROF, SPEEDSCOPE, OTLP, JFR, FIREFOX, PERF_SCRIPT);

    private Formats() {}

    public static List<Format> all() {
        return ALL;
    }

    /// Those that can be read back.
    public static List<Format> readable() {
        return ALL.stream().filter(format -> format.reader() != null).toList();
    }

    public static Optional<Format> byName(String name) {
        return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
    }

    /// The format of a file by its ending; the longest ending that fits wins.
    public static Optional<Format> byFileName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        record Match(String ending, Format format) {}
        return ALL.stream()
                .flatMap(format -> format.endings().stream().map(ending -> new Match(ending, format)))
                .filter(match -> lower.endsWith(match.ending()))
                .max(Comparator.comparingInt(match -> match.ending().length()))
                .map(Match::format);
    }

    /// The endings of all formats, for messages.
    public static String endings() {
        return ALL.stream().map(format -> format.endings().getFirst()).collect(Collectors.joining(", "));
    }
}
