package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One chunk of a JFR file: its head, its types, its constant pools, its events.
final class JfrChunk {
    private static final int CHECKPOINT = 1;
    private static final String STACK_TRACE = "jdk.types.StackTrace";
    private static final Set<String> KEPT = Set.of(
            "java.lang.String",
            "java.lang.Thread",
            "java.lang.Class",
            "jdk.types.Symbol",
            "jdk.types.Method",
            "jdk.types.FrameType");

    private final JfrInput in;
    private final int body;
    private final int end;
    private final JfrSchema schema;
    private final Map<JfrSchema.Reference, @Nullable Object> pools = new HashMap<>();
    /// Where stack traces are: most of a file is made of them, so they are read when they are asked for.
    private final Map<Long, Integer> traces = new HashMap<>();
    private final long startNanos;
    private final long durationNanos;

    /// Takes an event: its type and the values of its fields.
    interface Handler {
        void event(JfrSchema.Type type, @Nullable Object[] values) throws IOException;
    }

    JfrChunk(byte[] bytes, int start) throws FormatException {
        JfrInput head = new JfrInput(bytes, start, bytes.length, false);
        if (head.fixed(4) != JfrWriter.MAGIC) {
            throw head.wrong("no chunk starts here");
        }
        long version = head.fixed(4);
        long size = head.fixed(8);
        if (version >>> 16 != 2 || size < JfrWriter.HEAD_BYTES || size > bytes.length - start) {
            throw head.wrong(
                    "chunk of version " + (version >>> 16) + " and " + size + " bytes: cut short or not known");
        }
        this.end = start + (int) size;
        long pool = head.fixed(8);
        long metadata = head.fixed(8);
        this.startNanos = head.fixed(8);
        this.durationNanos = head.fixed(8);
        head.fixed(8);
        head.fixed(8);
        boolean packed = (head.fixed(4) & 1) != 0;
        this.in = new JfrInput(bytes, start, end, packed);
        in.position(checked(start, metadata));
        this.schema = JfrSchema.read(in);
        this.body = start + JfrWriter.HEAD_BYTES;
        pools(start, pool);
    }

    int end() {
        return end;
    }

    long startNanos() {
        return startNanos;
    }

    long durationNanos() {
        return durationNanos;
    }

    /// Hands over all events of the types with these names.
    void events(Set<String> names, Handler handler) throws IOException {
        in.position(body);
        while (in.position() < end) {
            int at = in.position();
            int size = in.intValue();
            if (size <= 0 || size > end - at) {
                throw in.wrong("event of " + size + " bytes");
            }
            JfrSchema.@Nullable Type type = schema.type(in.longValue());
            if (type != null && names.contains(type.name())) {
                handler.event(type, schema.structure(in, type, 0));
            }
            in.position(at + (long) size);
        }
    }

    /// The key of a field that is in a pool, 0 if it is not.
    static long key(JfrSchema.Type type, @Nullable Object[] values, String name) {
        int index = type.field(name);
        return index >= 0 && values[index] instanceof JfrSchema.Reference reference ? reference.key() : 0;
    }

    /// The frames of the stack trace with this key, each with the fields of its type.
    List<?> frames(long traceKey) throws FormatException {
        @Nullable Integer at = traces.get(traceKey);
        JfrSchema.@Nullable Type type = schema.type(STACK_TRACE);
        if (at == null || type == null) {
            return List.of();
        }
        in.position(at);
        return field(type, schema.structure(in, type, 0), "frames") instanceof List<?> list ? list : List.of();
    }

    JfrSchema.@Nullable Type type(String name) {
        return schema.type(name);
    }

    /// A field of an event or structure, looked up in its pool if it is there; null if there is no such field.
    @Nullable
    Object field(JfrSchema.Type type, @Nullable Object[] values, String name) {
        int index = type.field(name);
        return index < 0 ? null : resolved(values[index]);
    }

    /// A field of a structure of the type with this name.
    @Nullable
    Object field(String typeName, @Nullable Object structure, String name) {
        JfrSchema.@Nullable Type type = schema.type(typeName);
        return type != null
                        && structure instanceof @Nullable Object[] values
                        && values.length == type.fields().size()
                ? field(type, values, name)
                : null;
    }

    String text(String typeName, @Nullable Object structure, String name) {
        return asText(field(typeName, structure, name));
    }

    /// A string, or the string of a symbol; empty if it is neither.
    String asText(@Nullable Object value) {
        Object symbol = value instanceof Object[] ? field("jdk.types.Symbol", value, "string") : value;
        return symbol instanceof String text ? text : "";
    }

    long number(String typeName, @Nullable Object structure, String name) {
        return field(typeName, structure, name) instanceof Long number ? number : 0;
    }

    private @Nullable Object resolved(@Nullable Object value) {
        return value instanceof JfrSchema.Reference reference ? pools.get(reference) : value;
    }

    /// Reads the checkpoints from the last to the first; each says how far before it the one before is.
    private void pools(int start, long offset) throws FormatException {
        Set<Long> seen = new HashSet<>();
        for (long at = checked(start, offset); seen.add(at); ) {
            in.position(at);
            in.intValue();
            if (in.longValue() != CHECKPOINT) {
                throw in.wrong("expected a checkpoint");
            }
            in.longValue();
            in.longValue();
            long delta = in.longValue();
            in.byteValue();
            for (int count = in.count(2); count > 0; count--) {
                pool(in.longValue());
            }
            if (delta == 0) {
                return;
            }
            at = checked(start, at - start + delta);
        }
    }

    private void pool(long typeId) throws FormatException {
        JfrSchema.@Nullable Type type = schema.type(typeId);
        if (type == null) {
            throw in.wrong("type " + typeId + " is not described");
        }
        boolean kept = KEPT.contains(type.name());
        boolean trace = type.name().equals(STACK_TRACE);
        for (int count = in.count(1); count > 0; count--) {
            JfrSchema.Reference key = new JfrSchema.Reference(typeId, in.longValue());
            int at = in.position();
            @Nullable Object value = schema.value(in, typeId, 0);
            if (kept) {
                pools.put(key, value);
            } else if (trace) {
                traces.put(key.key(), at);
            }
        }
    }

    private long checked(int start, long offset) throws FormatException {
        if (offset < JfrWriter.HEAD_BYTES || offset > end - start) {
            throw new FormatException("JFR: offset " + offset + " is outside of the chunk; was the recording stopped?");
        }
        return start + offset;
    }
}
