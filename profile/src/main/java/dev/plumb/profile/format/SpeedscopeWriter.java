package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes speedscope JSON: a sampled profile for each value type, over one table of frames.
///
/// A frame is a function, so that speedscope's tables add up by function. Each stack starts with a frame for
/// the process and one for the thread, and one for the labels if there are any.
final class SpeedscopeWriter implements ProfileWriter {
    static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /// An entry of the frame table: a function, or a thread or labels made to look like one.
    private sealed interface Entry {}

    private record Function(String name, boolean known, String module, String file, FrameKind kind) implements Entry {
        static Function of(Frame frame) {
            String file = frame.file() == null ? "" : frame.file();
            return new Function(frame.name(), !frame.isUnknown(), frame.module(), file, frame.kind());
        }
    }

    private record ProcessEntry(int pid, String comm) implements Entry {}

    private record ThreadEntry(Task task) implements Entry {}

    private record Labels(Map<String, String> labels) implements Entry {}

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Map<Entry, Integer> entries = new LinkedHashMap<>();
        List<int[]> stacks = new ArrayList<>(profile.samples().size());
        for (Sample sample : profile.samples()) {
            stacks.add(stack(sample, entries));
        }
        JsonWriter json = new JsonWriter(out);
        json.beginObject().field("$schema", SCHEMA).field("exporter", "plumb");
        json.field("name", Header.summary(profile)).field("activeProfileIndex", profile.mainIndex());
        json.name("plumb").beginObject();
        Header.write(profile, json);
        json.endObject().name("shared").beginObject().name("frames").beginArray();
        for (Entry entry : entries.keySet()) {
            json.line();
            entry(entry, json);
        }
        json.endArray().endObject().name("profiles").beginArray();
        for (int i = 0; i < profile.valueTypes().size(); i++) {
            json.line();
            sampled(profile, i, stacks, json);
        }
        json.endArray().endObject().flush();
    }

    private static int[] stack(Sample sample, Map<Entry, Integer> entries) {
        List<Frame> frames = sample.frames();
        Map<String, String> labels = Stacks.labels(sample);
        int extra = labels.isEmpty() ? 2 : 3;
        int[] stack = new int[frames.size() + extra];
        stack[0] = number(entries, new ProcessEntry(sample.pid(), sample.comm()));
        stack[1] = number(entries, new ThreadEntry(sample.task()));
        if (extra == 3) {
            stack[2] = number(entries, new Labels(labels));
        }
        for (int i = 0; i < frames.size(); i++) {
            stack[stack.length - 1 - i] = number(entries, Function.of(frames.get(i)));
        }
        return stack;
    }

    private static int number(Map<Entry, Integer> entries, Entry entry) {
        @Nullable Integer known = entries.get(entry);
        if (known != null) {
            return known;
        }
        entries.put(entry, entries.size());
        return entries.size() - 1;
    }

    private static void entry(Entry entry, JsonWriter json) throws IOException {
        json.beginObject();
        switch (entry) {
            case Function function -> {
                json.field("name", function.name());
                if (!function.file().isEmpty()) {
                    json.field("file", function.file());
                }
                json.field("module", function.module())
                        .field("kind", function.kind().label());
                json.field("known", function.known());
            }
            case ProcessEntry process ->
                json.field("name", process.comm() + " [" + process.pid() + "]").field("process", process.pid());
            case ThreadEntry thread -> {
                Task task = thread.task();
                json.field("name", task.thread() + " [tid " + task.tid() + "]")
                        .name("task")
                        .beginObject();
                json.field("pid", task.pid()).field("tid", task.tid()).field("comm", task.comm());
                json.field("thread", task.thread()).endObject();
            }
            case Labels labels -> {
                json.field("name", labels.labels().toString()).name("labels");
                Header.map(labels.labels(), json);
            }
        }
        json.endObject();
    }

    private static void sampled(Profile profile, int index, List<int[]> stacks, JsonWriter json) throws IOException {
        ValueType type = profile.valueTypes().get(index);
        json.beginObject().field("type", "sampled").field("name", type.name() + " (" + type.unit() + ")");
        json.field("unit", unit(type.unit())).field("startValue", 0).field("endValue", profile.total(index));
        json.name("samples").beginArray();
        for (int[] stack : stacks) {
            json.beginArray();
            for (int frame : stack) {
                json.value(frame);
            }
            json.endArray();
        }
        json.endArray().name("weights").beginArray();
        for (Sample sample : profile.samples()) {
            json.value(sample.value(index));
        }
        json.endArray().endObject();
    }

    private static String unit(String unit) {
        return switch (unit) {
            case ValueType.NANOSECONDS, ValueType.BYTES, "microseconds", "milliseconds", "seconds" -> unit;
            default -> "none";
        };
    }
}
