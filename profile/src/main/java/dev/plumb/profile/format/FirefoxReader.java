package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads processed profiles of the Firefox profiler, ours and others': tables shared (version 60 on) or in each thread.
final class FirefoxReader {
    private final JsonReader json;
    private final HeaderReader header = new HeaderReader();
    private final Map<String, FirefoxColumns> shared = new HashMap<>();
    private final List<String> sharedStrings = new ArrayList<>();
    private final List<String> categories = new ArrayList<>();
    private final List<Thread60> threads = new ArrayList<>();
    private boolean own;
    private boolean known;
    private double startMillis;

    /// A thread as it stands in the file.
    private static final class Thread60 {
        private final Map<String, FirefoxColumns> tables = new HashMap<>();
        private final List<String> strings = new ArrayList<>();
        private String name = "";
        private String process = "";
        private @Nullable String ownName;
        private int pid;
        private int tid;

        Task task() {
            return new Task(pid, tid, process, ownName == null ? name : ownName);
        }
    }

    private FirefoxReader(InputStream in) {
        this.json = new JsonReader(in);
    }

    static Profile readFrom(InputStream in) throws IOException {
        return new FirefoxReader(in).read();
    }

    private Profile read() throws IOException {
        json.object(name -> {
            switch (name) {
                case "meta" -> json.object(this::meta);
                case "threads" -> json.array(() -> threads.add(thread()));
                case "shared" -> json.object(this::sharedTable);
                default -> json.skip();
            }
        });
        json.end();
        if (!known) {
            throw new FormatException(
                    "Firefox profile: no \"preprocessedProfileVersion\"; profiles as they come out of "
                            + "the browser must be opened and saved in profiler.firefox.com first");
        }
        if (!own) {
            header.tool("firefox");
            header.start(Nanos.of((long) (startMillis * 1e6)));
            header.valueTypes(foreignTypes());
        }
        ProfileBuilder builder = header.builder();
        for (Thread60 thread : threads) {
            add(thread, builder);
        }
        return builder.build();
    }

    private void meta(String name) throws IOException {
        switch (name) {
            case "preprocessedProfileVersion" -> known = json.longValue() > 0;
            case "startTime" -> startMillis = json.doubleValue();
            case "categories" ->
                json.array(() -> {
                    String[] category = {""};
                    json.object(field -> {
                        if (field.equals("name")) {
                            category[0] = json.string();
                        } else {
                            json.skip();
                        }
                    });
                    categories.add(category[0]);
                });
            case "plumb" -> {
                own = true;
                json.object(field -> {
                    if (!header.take(field, json)) {
                        json.skip();
                    }
                });
            }
            default -> json.skip();
        }
    }

    private void sharedTable(String name) throws IOException {
        if (name.equals("stringArray")) {
            json.array(() -> sharedStrings.add(json.string()));
        } else if (json.peek() == '{') {
            shared.put(name, FirefoxColumns.read(json));
        } else {
            json.skip();
        }
    }

    private Thread60 thread() throws IOException {
        Thread60 thread = new Thread60();
        json.object(name -> {
            switch (name) {
                case "name" -> thread.name = json.string();
                case "processName" -> thread.process = String.valueOf(json.stringOrNull());
                case "plumbThread" -> thread.ownName = json.string();
                case "pid" -> thread.pid = id();
                case "tid" -> thread.tid = id();
                case "stringArray" -> json.array(() -> thread.strings.add(json.string()));
                case "samples", "stackTable", "frameTable", "funcTable", "resourceTable" ->
                    thread.tables.put(name, FirefoxColumns.read(json));
                default -> json.skip();
            }
        });
        return thread;
    }

    /// A process or thread id: a number or a text that starts with one.
    private int id() throws IOException {
        String text = json.peek() == '"' ? json.string() : json.number();
        int end = 0;
        while (end < text.length() && end < 9 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(text, 0, end, 10);
    }

    private List<ValueType> foreignTypes() {
        String weightType = threads.stream()
                .map(thread -> thread.tables.get("samples"))
                .filter(table -> table != null)
                .map(FirefoxColumns::weightType)
                .findFirst()
                .orElse("samples");
        return switch (weightType) {
            case "tracing-ms" -> List.of(ValueType.nanoseconds("time"));
            case "bytes" -> List.of(ValueType.bytes("bytes"));
            default -> List.of(ValueType.count("samples"));
        };
    }

    private void add(Thread60 thread, ProfileBuilder builder) throws FormatException {
        @Nullable FirefoxColumns samples = thread.tables.get("samples");
        if (samples == null) {
            return;
        }
        Map<String, FirefoxColumns> tables = new HashMap<>(shared);
        tables.putAll(thread.tables);
        List<String> strings = thread.strings.isEmpty() ? sharedStrings : thread.strings;
        FirefoxStacks stacks = new FirefoxStacks(tables, strings, own ? categories : List.of());
        int width = header.valueTypes().size();
        for (int row = 0; row < samples.size("stack"); row++) {
            Map<String, String> labels = new TreeMap<>(samples.labels(row));
            Stacks split = Stacks.of(stacks.frames(samples.number("stack", row)), labels);
            builder.add(thread.task(), labels, split.kernel(), split.user(), values(samples, row, width));
        }
    }

    private long[] values(FirefoxColumns samples, int row, int width) throws FormatException {
        long[] values = new long[width];
        try {
            for (int i = 0; i < width && own; i++) {
                @Nullable String text = samples.text("plumbValues", row * width + i);
                values[i] = text == null ? 0 : Long.parseLong(text);
            }
            if (!own) {
                @Nullable String weight = samples.text("weight", row);
                double number = weight == null ? 1 : Double.parseDouble(weight);
                values[0] = Math.round(samples.weightType().equals("tracing-ms") ? number * 1e6 : number);
            }
        } catch (NumberFormatException e) {
            throw new FormatException("Firefox profile: sample " + row + " has a weight that is no number");
        }
        return values;
    }
}
