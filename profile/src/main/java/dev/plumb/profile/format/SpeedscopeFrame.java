package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Task;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An entry of speedscope's frame table: a function, a thread, labels, or a process, which has none of the three.
record SpeedscopeFrame(@Nullable Frame frame, @Nullable Task task, Map<String, String> labels) {

    static SpeedscopeFrame read(JsonReader json) throws IOException {
        Fields fields = new Fields();
        json.object(name -> fields.take(name, json));
        return new SpeedscopeFrame(fields.synthetic ? null : fields.frame(), fields.task, fields.labels);
    }

    private static final class Fields {
        private final Map<String, String> labels = new TreeMap<>();
        private @Nullable Task task;
        private @Nullable FrameKind kind;
        private @Nullable String file;
        private String symbol = "";
        private String module = "";
        private int line;
        private boolean known = true;
        private boolean synthetic;

        void take(String name, JsonReader json) throws IOException {
            switch (name) {
                case "name" -> symbol = json.string();
                case "file" -> file = json.stringOrNull();
                case "line" -> line = json.takeNull() ? 0 : Math.max(0, json.intValue());
                case "module" -> module = json.string();
                case "kind" -> kind = FrameKind.of(json.string());
                case "known" -> known = json.bool();
                case "process" -> {
                    synthetic = true;
                    json.skip();
                }
                case "task" -> {
                    synthetic = true;
                    SampleLabels thread = new SampleLabels();
                    json.object(key -> thread.put(key, json.peek() == '"' ? json.string() : json.number()));
                    task = thread.task();
                }
                case "labels" -> {
                    synthetic = true;
                    json.object(key -> labels.put(key, json.string()));
                }
                default -> json.skip();
            }
        }

        Frame frame() {
            FrameKind sort = kind != null ? kind : Stacks.guess(module, file == null ? "" : file, symbol);
            return known
                    ? new Frame(0, symbol, 0, module, file, line, false, sort)
                    : new Frame(0, "", UnknownName.offset(symbol), module, file, line, false, sort);
        }
    }
}
