package dev.plumb.profile.format;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The types in the JFR files we write: name, fields, and a number of our choice.
///
/// JFR files describe their own types, so ours may have more fields than the JDK's: readers pass over them.
enum JfrType {
    /// Numbers 0 and 1 belong to metadata and checkpoint events.
    METADATA(0, null, null),
    CHECKPOINT(1, null, null),
    BOOLEAN(2, "boolean", null),
    INT(3, "int", null),
    LONG(4, "long", null),
    STRING(5, "java.lang.String", null),
    SYMBOL(6, "jdk.types.Symbol", null, field("string", "STRING")),
    CLASS_LOADER(7, "jdk.types.ClassLoader", null, pooled("name", "SYMBOL")),
    PACKAGE(8, "jdk.types.Package", null, pooled("name", "SYMBOL")),
    CLASS(
            9,
            "java.lang.Class",
            null,
            pooled("classLoader", "CLASS_LOADER"),
            pooled("name", "SYMBOL"),
            pooled("package", "PACKAGE"),
            field("modifiers", "INT"),
            field("hidden", "BOOLEAN")),
    METHOD(
            10,
            "jdk.types.Method",
            null,
            pooled("type", "CLASS"),
            pooled("name", "SYMBOL"),
            pooled("descriptor", "SYMBOL"),
            field("modifiers", "INT"),
            field("hidden", "BOOLEAN"),
            pooled("symbol", "SYMBOL"),
            pooled("module", "SYMBOL"),
            pooled("file", "SYMBOL"),
            pooled("kind", "SYMBOL")),
    FRAME_TYPE(11, "jdk.types.FrameType", null, field("description", "STRING")),
    STACK_FRAME(
            12,
            "jdk.types.StackFrame",
            null,
            pooled("method", "METHOD"),
            field("lineNumber", "INT"),
            field("bytecodeIndex", "INT"),
            pooled("type", "FRAME_TYPE")),
    STACK_TRACE(13, "jdk.types.StackTrace", null, field("truncated", "BOOLEAN"), array("frames", "STACK_FRAME")),
    THREAD_GROUP(14, "jdk.types.ThreadGroup", null, pooled("parent", "THREAD_GROUP"), field("name", "STRING")),
    THREAD(
            15,
            "java.lang.Thread",
            null,
            field("osName", "STRING"),
            field("osThreadId", "LONG"),
            field("javaName", "STRING"),
            field("javaThreadId", "LONG"),
            pooled("group", "THREAD_GROUP"),
            field("virtual", "BOOLEAN"),
            field("pid", "INT"),
            field("comm", "STRING"),
            field("thread", "STRING")),
    THREAD_STATE(16, "jdk.types.ThreadState", null, field("name", "STRING")),
    TIMESTAMP(17, "jdk.jfr.Timestamp", "java.lang.annotation.Annotation", field("value", "STRING")),
    LABEL(18, "jdk.jfr.Label", "java.lang.annotation.Annotation", field("value", "STRING")),
    EXECUTION_SAMPLE(
            19,
            "jdk.ExecutionSample",
            "jdk.jfr.Event",
            field("startTime", "LONG"),
            pooled("sampledThread", "THREAD"),
            pooled("stackTrace", "STACK_TRACE"),
            pooled("state", "THREAD_STATE")),
    PLUMB_SAMPLE(
            20,
            "dev.plumb.Sample",
            "jdk.jfr.Event",
            field("startTime", "LONG"),
            pooled("sampledThread", "THREAD"),
            pooled("stackTrace", "STACK_TRACE"),
            field("values", "STRING"),
            field("labels", "STRING")),
    PLUMB_PROFILE(
            21,
            "dev.plumb.Profile",
            "jdk.jfr.Event",
            field("startTime", "LONG"),
            field("summary", "STRING"),
            field("header", "STRING"));

    /// A field; its type by name, since types refer to later ones too.
    record Field(String name, String type, boolean pooled, boolean array) {}

    private final int id;
    private final @Nullable String javaName;
    private final @Nullable String superType;
    private final List<Field> fields;

    JfrType(int id, @Nullable String javaName, @Nullable String superType, Field... fields) {
        this.id = id;
        this.javaName = javaName;
        this.superType = superType;
        this.fields = List.of(fields);
    }

    /// The name in the file, or null for the two that have none.
    @Nullable
    String javaName() {
        return javaName;
    }

    @Nullable
    String superType() {
        return superType;
    }

    List<Field> fields() {
        return fields;
    }

    boolean isEvent() {
        return "jdk.jfr.Event".equals(superType);
    }

    int id() {
        return id;
    }

    private static Field field(String name, String type) {
        return new Field(name, type, false, false);
    }

    private static Field pooled(String name, String type) {
        return new Field(name, type, true, false);
    }

    private static Field array(String name, String type) {
        return new Field(name, type, false, true);
    }
}
