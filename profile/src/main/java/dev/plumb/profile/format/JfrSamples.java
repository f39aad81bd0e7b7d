package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Turns the events of a JFR chunk into samples.
final class JfrSamples {
    private static final String THREAD = "java.lang.Thread";
    private static final String METHOD = "jdk.types.Method";
    private static final String STACK_FRAME = "jdk.types.StackFrame";

    private final JfrChunk chunk;
    private final Map<Long, Stacks> traces = new HashMap<>();
    private final Map<FrameKey, Frame> frames = new HashMap<>();
    private final JfrSchema.@Nullable Type frameType;

    JfrSamples(JfrChunk chunk) {
        this.chunk = chunk;
        this.frameType = chunk.type(STACK_FRAME);
    }

    /// Adds an execution sample of whatever tool.
    void add(JfrSchema.Type type, @Nullable Object[] values, ProfileBuilder builder) throws FormatException {
        Stacks stacks = stacks(JfrChunk.key(type, values, "stackTrace"));
        @Nullable Object thread = chunk.field(type, values, "sampledThread");
        if (thread == null) {
            thread = chunk.field(type, values, "eventThread");
        }
        builder.add(task(thread), stacks.kernel(), stacks.user(), 1);
    }

    /// Adds a sample that [JfrWriter] wrote.
    void addOwn(JfrSchema.Type type, @Nullable Object[] values, int width, ProfileBuilder builder) throws IOException {
        List<Long> numbers = new ArrayList<>();
        JsonReader json = json(chunk.asText(chunk.field(type, values, "values")));
        json.object(name -> numbers.add(json.longValue()));
        if (numbers.size() != width) {
            throw new FormatException("JFR: a sample has " + numbers.size() + " values for " + width + " types");
        }
        long[] sums = numbers.stream().mapToLong(Long::longValue).toArray();
        Map<String, String> labels = new TreeMap<>();
        String text = chunk.asText(chunk.field(type, values, "labels"));
        if (!text.isEmpty()) {
            JsonReader pairs = json(text);
            pairs.object(name -> labels.put(name, pairs.string()));
        }
        Stacks stacks = stacks(JfrChunk.key(type, values, "stackTrace")).withErrors(labels);
        @Nullable Object thread = chunk.field(type, values, "sampledThread");
        builder.add(task(thread), labels, stacks.kernel(), stacks.user(), sums);
    }

    private static JsonReader json(String text) {
        return new JsonReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Task task(@Nullable Object thread) {
        int tid = (int) chunk.number(THREAD, thread, "osThreadId");
        String comm = chunk.text(THREAD, thread, "comm");
        if (chunk.field(THREAD, thread, "comm") != null) {
            int pid = (int) chunk.number(THREAD, thread, "pid");
            return new Task(pid, tid, comm, chunk.text(THREAD, thread, "thread"));
        }
        String name = chunk.text(THREAD, thread, "javaName");
        return new Task(0, tid, "", name.isEmpty() ? chunk.text(THREAD, thread, "osName") : name);
    }

    private Stacks stacks(long trace) throws FormatException {
        @Nullable Stacks known = traces.get(trace);
        if (known != null) {
            return known;
        }
        List<Frame> stack = new ArrayList<>();
        for (Object frame : chunk.frames(trace)) {
            stack.add(shared(frame));
        }
        Stacks stacks = Stacks.of(stack, null, null);
        traces.put(trace, stacks);
        return stacks;
    }

    /// What tells frames apart; [Frame] says why its methods are written out.
    private record FrameKey(long method, long line, long type) {
        @Override
        public int hashCode() {
            return Long.hashCode((method * 31 + line) * 31 + type);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FrameKey that && method == that.method && line == that.line && type == that.type;
        }
    }

    private Frame shared(Object frame) {
        if (frameType == null
                || !(frame instanceof @Nullable Object[] values)
                || values.length != frameType.fields().size()) {
            return frame(frame);
        }
        FrameKey key = new FrameKey(
                JfrChunk.key(frameType, values, "method"),
                chunk.number(STACK_FRAME, frame, "lineNumber"),
                JfrChunk.key(frameType, values, "type"));
        @Nullable Frame known = frames.get(key);
        if (known == null) {
            known = frame(frame);
            frames.put(key, known);
        }
        return known;
    }

    private Frame frame(Object frame) {
        @Nullable Object method = chunk.field(STACK_FRAME, frame, "method");
        int line = (int) Math.max(0, chunk.number(STACK_FRAME, frame, "lineNumber"));
        @Nullable Object frameType = chunk.field(STACK_FRAME, frame, "type");
        String sort = chunk.text("jdk.types.FrameType", frameType, "description");
        String name = chunk.text(METHOD, method, "name");
        boolean inlined = sort.equals("Inlined");
        if (chunk.field(METHOD, method, "symbol") != null) {
            String symbol = chunk.text(METHOD, method, "symbol");
            String file = chunk.text(METHOD, method, "file");
            return new Frame(
                    0,
                    symbol,
                    symbol.isEmpty() ? UnknownName.offset(name) : 0,
                    chunk.text(METHOD, method, "module"),
                    file.isEmpty() ? null : file,
                    line,
                    inlined,
                    FrameKind.of(chunk.text(METHOD, method, "kind")));
        }
        @Nullable Object owner = chunk.field(METHOD, method, "type");
        String className = chunk.text("java.lang.Class", owner, "name").replace('/', '.');
        FrameKind kind = kind(sort, className);
        return new Frame(0, className.isEmpty() ? name : className + "." + name, 0, "", null, line, inlined, kind);
    }

    private static FrameKind kind(String sort, String className) {
        return switch (sort) {
            case "Kernel" -> FrameKind.KERNEL;
            case "C++" -> FrameKind.NATIVE;
            default -> className.isEmpty() ? FrameKind.NATIVE : FrameKind.JAVA;
        };
    }
}
