package dev.plumb.profile.format;

import dev.plumb.profile.FrameKind;

/// The field numbers of OTLP profiles `v1development`, as in opentelemetry-proto 1.11.0.
final class Otlp {
    static final int DATA_RESOURCE_PROFILES = 1;
    static final int DATA_DICTIONARY = 2;

    static final int RESOURCE_PROFILES_RESOURCE = 1;
    static final int RESOURCE_PROFILES_SCOPE_PROFILES = 2;
    static final int RESOURCE_ATTRIBUTES = 1;

    static final int SCOPE_PROFILES_SCOPE = 1;
    static final int SCOPE_PROFILES_PROFILES = 2;
    static final int SCOPE_NAME = 1;

    static final int PROFILE_SAMPLE_TYPE = 1;
    static final int PROFILE_SAMPLES = 2;
    static final int PROFILE_TIME_UNIX_NANO = 3;
    static final int PROFILE_DURATION_NANO = 4;
    static final int PROFILE_PERIOD = 6;
    static final int PROFILE_ID = 7;
    static final int PROFILE_ATTRIBUTE_INDICES = 11;

    static final int VALUE_TYPE_TYPE = 1;
    static final int VALUE_TYPE_UNIT = 2;

    static final int SAMPLE_STACK_INDEX = 1;
    static final int SAMPLE_ATTRIBUTE_INDICES = 2;
    static final int SAMPLE_VALUES = 4;
    static final int SAMPLE_TIMESTAMPS = 5;

    static final int DICTIONARY_MAPPING = 1;
    static final int DICTIONARY_LOCATION = 2;
    static final int DICTIONARY_FUNCTION = 3;
    static final int DICTIONARY_LINK = 4;
    static final int DICTIONARY_STRING = 5;
    static final int DICTIONARY_ATTRIBUTE = 6;
    static final int DICTIONARY_STACK = 7;

    static final int MAPPING_FILENAME = 4;
    static final int MAPPING_ATTRIBUTE_INDICES = 5;

    static final int LOCATION_MAPPING_INDEX = 1;
    static final int LOCATION_ADDRESS = 2;
    static final int LOCATION_LINES = 3;
    static final int LOCATION_ATTRIBUTE_INDICES = 4;

    static final int LINE_FUNCTION_INDEX = 1;
    static final int LINE_LINE = 2;

    static final int FUNCTION_NAME = 1;
    static final int FUNCTION_SYSTEM_NAME = 2;
    static final int FUNCTION_FILENAME = 3;

    static final int STACK_LOCATION_INDICES = 1;

    static final int ATTRIBUTE_KEY = 1;
    static final int ATTRIBUTE_VALUE = 2;

    static final int KEY_VALUE_KEY = 1;
    static final int KEY_VALUE_VALUE = 2;

    static final int ANY_STRING = 1;
    static final int ANY_INT = 3;

    /// The names that OpenTelemetry's conventions have for what we call pid, tid, comm, thread and kind.
    static final String PID = "process.pid";

    static final String TID = "thread.id";
    static final String COMM = "process.executable.name";
    static final String THREAD = "thread.name";
    static final String FRAME_TYPE = "profile.frame.type";
    static final String HEADER = "plumb.header";

    private Otlp() {}

    /// The name that OpenTelemetry's conventions have for a kind of frame.
    static String frameType(FrameKind kind) {
        return switch (kind) {
            case JAVA -> "jvm";
            case PYTHON -> "cpython";
            case JAVASCRIPT -> "v8js";
            case KERNEL, NATIVE, RUBY, PHP, PERL, OTHER -> kind.label();
        };
    }

    static FrameKind kind(String frameType) {
        return switch (frameType) {
            case "jvm" -> FrameKind.JAVA;
            case "cpython" -> FrameKind.PYTHON;
            case "v8js" -> FrameKind.JAVASCRIPT;
            case "go", "rust" -> FrameKind.NATIVE;
            default -> FrameKind.of(frameType);
        };
    }
}
