package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads what [Header] writes, field by field, and holds defaults for files that have none.
final class HeaderReader {
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private final Map<String, String> host = new TreeMap<>();
    private final List<ValueType> valueTypes = new ArrayList<>();
    private final List<ProcessFacts> processes = new ArrayList<>();
    private final List<LossReason> reasons = new ArrayList<>();
    private String tool = "unknown";
    private Instant start = Instant.EPOCH;
    private Duration duration = Duration.ZERO;
    private Loss loss = Loss.NONE;
    private String unit = ValueType.COUNT;

    /// Reads a head that stands alone.
    static HeaderReader of(String text) throws IOException {
        HeaderReader header = new HeaderReader();
        JsonReader json = new JsonReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        json.object(name -> {
            if (!header.take(name, json)) {
                json.skip();
            }
        });
        json.end();
        return header;
    }

    /// Reads the value of a field if it belongs to the head.
    boolean take(String name, JsonReader json) throws IOException {
        switch (name) {
            case "plumb" -> version(json.longValue());
            case "tool" -> tool = json.string();
            case "start" -> start = instant(json.string());
            case "durationNanos" -> duration(json.longValue());
            case "host" -> json.object(key -> host.put(key, scalar(json)));
            case "totals" -> totals(json);
            case "valueTypes" -> json.array(() -> valueTypes.add(valueType(json)));
            case "processes" -> json.array(() -> processes.add(process(json)));
            case "losses" -> json.array(() -> reasons.add(reason(json)));
            default -> {
                return false;
            }
        }
        return true;
    }

    void tool(String name) {
        tool = name;
    }

    void start(Instant when) throws FormatException {
        if (when.isBefore(EARLIEST) || when.isAfter(LATEST)) {
            throw new FormatException("profile: start " + when + " is not within the years 0 to 9999");
        }
        start = when;
    }

    void duration(long nanos) throws FormatException {
        if (nanos < 0) {
            throw new FormatException("profile: duration of " + nanos + " ns is negative");
        }
        duration = Duration.ofNanos(nanos);
    }

    /// Sets what the values are, in a file that says so outside of its head.
    void valueTypes(List<ValueType> types) {
        valueTypes.clear();
        valueTypes.addAll(types);
    }

    /// What the values are: as stated, or a count and what the totals' unit tells.
    List<ValueType> valueTypes() {
        if (!valueTypes.isEmpty()) {
            return List.copyOf(valueTypes);
        }
        ValueType count = ValueType.count("samples");
        return unit.equals(ValueType.COUNT) ? List.of(count) : List.of(count, new ValueType(tool, unit));
    }

    ProfileBuilder builder() {
        ProfileBuilder builder =
                new ProfileBuilder(tool, valueTypes()).start(start).duration(duration);
        processes.forEach(builder::process);
        return builder.host(host).loss(loss.withReasons(reasons));
    }

    private static void version(long version) throws FormatException {
        if (version != Header.VERSION) {
            throw new FormatException("Plumb JSON: version " + version + " is not known, this reads version "
                    + Header.VERSION + "; use a newer plumb");
        }
    }

    private static Instant instant(String text) throws FormatException {
        try {
            Instant instant = Instant.parse(text);
            if (!instant.isBefore(EARLIEST) && !instant.isAfter(LATEST)) {
                return instant;
            }
        } catch (DateTimeException e) {
            // Told below, as for a time that is out of range.
        }
        throw new FormatException("Plumb JSON: '" + text + "' is not a time such as 2026-01-01T00:00:00Z");
    }

    private static String scalar(JsonReader json) throws IOException {
        return switch (json.peek()) {
            case '"' -> json.string();
            case 't', 'f' -> Boolean.toString(json.bool());
            case 'n' -> String.valueOf(json.stringOrNull());
            default -> {
                double value = json.doubleValue();
                yield value == Math.rint(value) && Math.abs(value) < 1e15
                        ? Long.toString((long) value)
                        : Double.toString(value);
            }
        };
    }

    private void totals(JsonReader json) throws IOException {
        long[] counters = new long[6];
        json.object(name -> {
            switch (name) {
                case "unit" -> unit = json.string();
                case "lost" -> counters[0] = json.longValue();
                case "truncated" -> counters[1] = json.longValue();
                case "collided" -> counters[2] = json.longValue();
                case "unknownFrames" -> counters[3] = json.longValue();
                case "rootReached" -> counters[4] = json.longValue();
                case "rootChecked" -> counters[5] = json.longValue();
                default -> json.skip();
            }
        });
        loss = new Loss(counters[0], counters[1], counters[2], counters[3], counters[4], counters[5], List.of());
    }

    private static ValueType valueType(JsonReader json) throws IOException {
        String[] parts = {"", ""};
        json.object(name -> {
            switch (name) {
                case "name" -> parts[0] = json.string();
                case "unit" -> parts[1] = json.string();
                default -> json.skip();
            }
        });
        return new ValueType(parts[0], parts[1]);
    }

    private static ProcessFacts process(JsonReader json) throws IOException {
        int[] pid = {0};
        String[] texts = {"", ""};
        @Nullable Instant[] start = {null};
        json.object(name -> {
            switch (name) {
                case "pid" -> pid[0] = json.intValue();
                case "comm" -> texts[0] = json.string();
                case "cmdline" -> texts[1] = json.string();
                case "start" -> {
                    @Nullable String text = json.stringOrNull();
                    start[0] = text == null ? null : instant(text);
                }
                default -> json.skip();
            }
        });
        return new ProcessFacts(pid[0], texts[0], texts[1], start[0]);
    }

    private static LossReason reason(JsonReader json) throws IOException {
        long[] numbers = {0, 0};
        String[] text = {""};
        json.object(name -> {
            switch (name) {
                case "pid" -> numbers[0] = json.intValue();
                case "count" -> numbers[1] = json.longValue();
                case "reason" -> text[0] = json.string();
                default -> json.skip();
            }
        });
        return new LossReason((int) numbers[0], text[0], numbers[1]);
    }
}
