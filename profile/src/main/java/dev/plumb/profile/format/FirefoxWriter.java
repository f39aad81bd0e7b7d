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
import java.util.function.ToIntFunction;

/// Writes the processed profile format of the Firefox profiler, version 60, which later ones upgrade by themselves.
///
/// One track a thread; a sample is one row whose weight is the main value. Columns whose names start with `plumb` are
/// ours: they keep what the format has no place for.
final class FirefoxWriter implements ProfileWriter {
    static final int VERSION = 60;
    private static final int GECKO_VERSION = 33;
    private static final String[] COLORS = {
        "orange", "blue", "green", "yellow", "lightblue", "red", "purple", "brown", "grey"
    };

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        FirefoxTables tables = new FirefoxTables();
        Map<Task, List<Sample>> threads = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            threads.computeIfAbsent(sample.task(), task -> new ArrayList<>()).add(sample);
        }
        JsonWriter json = new JsonWriter(out);
        json.beginObject().name("meta");
        meta(profile, json);
        json.name("libs").beginArray().endArray().line().name("threads").beginArray();
        for (Map.Entry<Task, List<Sample>> entry : threads.entrySet()) {
            json.line();
            new FirefoxThread(profile, tables, json).write(entry.getKey(), entry.getValue());
        }
        json.endArray().line().name("shared").beginObject();
        shared(tables, json);
        json.endObject().endObject().flush();
    }

    private static void meta(Profile profile, JsonWriter json) throws IOException {
        json.beginObject()
                .field("interval", 1)
                .field("startTime", profile.start().toEpochMilli());
        json.field("processType", 0).field("product", "plumb " + profile.tool()).field("stackwalk", 1);
        json.field("version", GECKO_VERSION).field("preprocessedProfileVersion", VERSION);
        json.field("symbolicated", true).field("importedFrom", "plumb").field("usesOnlyOneStackType", true);
        json.name("categories").beginArray();
        int color = 0;
        for (FrameKind kind : FrameKind.values()) {
            json.beginObject().field("name", kind.label()).field("color", COLORS[color++]);
            json.name("subcategories").beginArray().value("Other").endArray().endObject();
        }
        json.endArray().name("markerSchema").beginArray().endArray();
        json.name("extra")
                .beginArray()
                .beginObject()
                .field("label", "plumb")
                .name("entries")
                .beginArray();
        json.beginObject().field("label", "totals and losses").field("format", "string");
        json.field("value", Header.summary(profile)).endObject();
        json.endArray().endObject().endArray();
        json.name("plumb").beginObject();
        Header.write(profile, json);
        json.endObject().endObject();
    }

    private static void shared(FirefoxTables tables, JsonWriter json) throws IOException {
        stackTable(tables, json);
        frameTable(tables, json);
        funcTable(tables, json);
        json.line().name("resourceTable").beginObject().field("length", tables.resources.size());
        column("type", tables.resources.size(), i -> 1, json);
        nulls("lib", tables.resources.size(), json);
        List<String> modules = List.copyOf(tables.resources.keySet());
        column("name", modules.size(), i -> tables.string(modules.get(i)), json);
        nulls("host", modules.size(), json);
        json.endObject().name("nativeSymbols").beginObject().field("length", 0);
        for (String column : List.of("libIndex", "address", "name", "functionSize")) {
            json.name(column).beginArray().endArray();
        }
        json.endObject().name("sources").beginObject().field("length", tables.sources.size());
        List<String> files = List.copyOf(tables.sources.keySet());
        nulls("id", files.size(), json);
        column("filename", files.size(), i -> tables.string(files.get(i)), json);
        json.endObject().line().name("stringArray").beginArray();
        for (String text : tables.strings.keySet()) {
            json.value(text);
        }
        json.endArray();
    }

    private static void stackTable(FirefoxTables tables, JsonWriter json) throws IOException {
        List<FirefoxTables.Node> nodes = tables.nodes;
        json.line().name("stackTable").beginObject().field("length", nodes.size());
        column("frame", nodes.size(), i -> nodes.get(i).frame(), json);
        column("prefix", nodes.size(), i -> nodes.get(i).prefix(), json);
        json.endObject();
    }

    private static void frameTable(FirefoxTables tables, JsonWriter json) throws IOException {
        List<Frame> frames = tables.frames;
        int size = frames.size();
        json.line().name("frameTable").beginObject().field("length", size);
        json.name("address").beginArray();
        for (int i = 0; i < size; i++) {
            json.value(-1);
        }
        json.endArray().name("plumbAddress").beginArray();
        for (Frame frame : frames) {
            json.value(Long.toHexString(frame.address()));
        }
        json.endArray();
        column("plumbOffset", size, i -> (int) Math.min(frames.get(i).offset(), Integer.MAX_VALUE), json);
        column("inlineDepth", size, i -> frames.get(i).inlined() ? 1 : 0, json);
        List<FrameKind> kinds = List.of(FrameKind.values());
        column("category", size, i -> kinds.indexOf(frames.get(i).kind()), json);
        column("subcategory", size, i -> 0, json);
        column("func", size, i -> tables.function(frames.get(i)), json);
        nulls("nativeSymbol", size, json);
        nulls("innerWindowID", size, json);
        column("line", size, i -> frames.get(i).line() > 0 ? frames.get(i).line() : -1, json);
        nulls("column", size, json);
        json.endObject();
    }

    private static void funcTable(FirefoxTables tables, JsonWriter json) throws IOException {
        List<FirefoxTables.Function> functions = List.copyOf(tables.functions.keySet());
        int size = functions.size();
        json.line().name("funcTable").beginObject().field("length", size);
        column("name", size, i -> tables.string(functions.get(i).name()), json);
        for (String column : List.of("isJS", "relevantForJS")) {
            json.name(column).beginArray();
            for (int i = 0; i < size; i++) {
                json.value(false);
            }
            json.endArray();
        }
        json.name("resource").beginArray();
        for (FirefoxTables.Function function : functions) {
            json.value(tables.resource(function.module()));
        }
        json.endArray();
        column(
                "source",
                size,
                i -> functions.get(i).file().isEmpty()
                        ? -1
                        : FirefoxTables.number(tables.sources, functions.get(i).file()),
                json);
        nulls("lineNumber", size, json);
        nulls("columnNumber", size, json);
        column("plumbKnown", size, i -> functions.get(i).known() ? 1 : 0, json);
        json.endObject();
    }

    /// Writes a column of numbers; -1 becomes null.
    static void column(String name, int size, ToIntFunction<Integer> value, JsonWriter json) throws IOException {
        json.name(name).beginArray();
        for (int i = 0; i < size; i++) {
            int number = value.applyAsInt(i);
            if (number < 0) {
                json.value((String) null);
            } else {
                json.value(number);
            }
        }
        json.endArray();
    }

    private static void nulls(String name, int size, JsonWriter json) throws IOException {
        column(name, size, i -> -1, json);
    }

    /// How the weights are to be shown, and what a weight of the format is in our unit.
    static String weightType(ValueType type) {
        return switch (type.unit()) {
            case ValueType.NANOSECONDS -> "tracing-ms";
            case ValueType.BYTES -> "bytes";
            default -> "samples";
        };
    }
}
