package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the text of `perf script`, ours and perf's own.
///
/// Each event counts once; its period is the value. Without a period, the value is 1 too.
final class PerfScriptReader {
    /// Longer lines cannot be the first line of an event; the bound keeps the pattern's work small.
    private static final int MAX_EVENT_LINE = 4096;

    private static final Pattern EVENT = Pattern.compile(
            "(\\S.{0,255}?)\\s+(-?\\d{1,10})(?:/(-?\\d{1,10}))?\\s+(?:\\[\\d+\\]\\s+)?(?:\\S+\\s+)?(\\d+\\.\\d+):\\s+(?:(\\d{1,19})\\s+)?(\\S+):.*");

    private final LineReader lines;
    private HeaderReader header = new HeaderReader();
    private boolean own;
    private @Nullable ProfileBuilder builder;
    private @Nullable Matcher event;
    private final List<Frame> frames = new ArrayList<>();

    private PerfScriptReader(InputStream in) {
        this.lines = new LineReader(in);
    }

    static Profile readFrom(InputStream in) throws IOException {
        return new PerfScriptReader(in).read();
    }

    /// Whether a line starts an event.
    static boolean isEvent(String line) {
        return line.length() <= MAX_EVENT_LINE && EVENT.matcher(line).matches();
    }

    private Profile read() throws IOException {
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            if (line.startsWith("#")) {
                comment(line);
            } else if (line.isBlank()) {
                finish();
            } else if (line.startsWith("\t") || (line.startsWith("  ") && event != null)) {
                if (event != null) {
                    frames.add(PerfFrame.of(line, lines.number()));
                }
            } else {
                finish();
                event = event(line);
            }
        }
        finish();
        return (builder == null ? newBuilder("samples") : builder).build();
    }

    private void comment(String line) throws IOException {
        if (builder == null && FoldedWriter.isComment(line)) {
            header = FoldedWriter.readComment(line);
            own = true;
        }
    }

    private Matcher event(String line) throws FormatException {
        String stripped = line.strip();
        Matcher matcher = EVENT.matcher(stripped);
        if (stripped.length() > MAX_EVENT_LINE || !matcher.matches()) {
            throw new FormatException(
                    "perf script: line " + lines.number() + " is not an event such as 'app 10/11 5.000000: 1 cycles:'");
        }
        return matcher;
    }

    private void finish() throws FormatException {
        Matcher found = event;
        if (found == null) {
            return;
        }
        String name = found.group(6);
        int slash = name.indexOf('/');
        Map<String, String> labels = new TreeMap<>();
        if (own && slash > 0 && name.length() > slash + 1 && name.endsWith("/")) {
            labels(name.substring(slash + 1, name.length() - 1), labels);
        }
        ProfileBuilder target = builder == null ? newBuilder(name) : builder;
        builder = target;
        Stacks stacks = Stacks.of(PerfFrame.withModules(frames), labels);
        long period = found.group(5) == null ? 1 : number(found.group(5));
        target.add(task(found), labels, stacks.kernel(), stacks.user(), values(period));
        event = null;
        frames.clear();
    }

    /// Our own events carry the count and the main value; perf's carry a period.
    private ProfileBuilder newBuilder(String eventName) {
        List<ValueType> types = header.valueTypes();
        if (own) {
            ValueType main =
                    types.stream().filter(type -> !type.isCount()).findFirst().orElse(types.getFirst());
            ValueType count =
                    types.stream().filter(ValueType::isCount).findFirst().orElse(main);
            header.valueTypes(count.equals(main) ? List.of(main) : List.of(count, main));
        } else {
            boolean clock = eventName.startsWith("cpu-clock") || eventName.startsWith("task-clock");
            String unit = clock ? ValueType.NANOSECONDS : "events";
            header.tool("perf");
            header.valueTypes(List.of(ValueType.count("samples"), new ValueType(eventName, unit)));
        }
        return header.builder();
    }

    private long[] values(long period) {
        List<ValueType> types = header.valueTypes();
        if (types.size() == 2) {
            return new long[] {1, period};
        }
        return new long[] {own ? period : 1};
    }

    private static Task task(Matcher event) throws FormatException {
        int first = (int) number(event.group(2));
        int tid = event.group(3) == null ? first : (int) number(event.group(3));
        return new Task(first, tid, event.group(1), "");
    }

    private static long number(String text) throws FormatException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new FormatException("perf script: " + text + " is too large a number");
        }
    }

    private static void labels(String text, Map<String, String> labels) {
        for (String label : text.split(",", -1)) {
            int equals = label.indexOf('=');
            labels.put(equals < 0 ? label : label.substring(0, equals), label.substring(equals + 1));
        }
    }
}
