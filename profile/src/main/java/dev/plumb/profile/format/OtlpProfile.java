package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One profile of an OTLP file while it is read: first its head, then its samples.
final class OtlpProfile {
    private final ProtoReader message;
    private ValueType valueType = new ValueType("", "");
    private long startNanos;
    private long durationNanos;
    private long period;
    private @Nullable String header;

    OtlpProfile(ProtoReader message) {
        this.message = message;
    }

    ValueType valueType() {
        return valueType;
    }

    long startNanos() {
        return startNanos;
    }

    long durationNanos() {
        return durationNanos;
    }

    /// What [OtlpWriter] put into an attribute, if it did.
    @Nullable
    String header() {
        return header;
    }

    void readHead(OtlpTables tables) throws FormatException {
        LongList attributes = new LongList();
        for (ProtoReader in = message.again(); in.next(); ) {
            switch (in.field()) {
                case Otlp.PROFILE_SAMPLE_TYPE -> valueType = valueType(in.message(), tables);
                case Otlp.PROFILE_TIME_UNIX_NANO -> startNanos = in.number();
                case Otlp.PROFILE_DURATION_NANO -> durationNanos = in.number();
                case Otlp.PROFILE_PERIOD -> period = in.number();
                case Otlp.PROFILE_ATTRIBUTE_INDICES -> in.numbers(attributes);
                default -> {}
            }
        }
        for (long index : attributes.toArray()) {
            Map.Entry<String, String> attribute = tables.attribute(index);
            header = attribute.getKey().equals(Otlp.HEADER) ? attribute.getValue() : header;
        }
    }

    void addSamples(OtlpTables tables, ProfileBuilder builder, int valueIndex, int width) throws FormatException {
        for (ProtoReader in = message.again(); in.next(); ) {
            if (in.field() == Otlp.PROFILE_SAMPLES) {
                long[] values = new long[width];
                sample(in.message(), tables, builder, values, valueIndex);
            }
        }
    }

    private void sample(ProtoReader in, OtlpTables tables, ProfileBuilder builder, long[] values, int index)
            throws FormatException {
        long stack = 0;
        LongList attributes = new LongList();
        LongList counted = new LongList();
        long timestamps = 0;
        while (in.next()) {
            switch (in.field()) {
                case Otlp.SAMPLE_STACK_INDEX -> stack = in.number();
                case Otlp.SAMPLE_ATTRIBUTE_INDICES -> in.numbers(attributes);
                case Otlp.SAMPLE_VALUES -> in.numbers(counted);
                case Otlp.SAMPLE_TIMESTAMPS -> timestamps += in.fixed64Count();
                default -> {}
            }
        }
        for (long value : counted.toArray()) {
            values[index] += value;
        }
        if (counted.size() == 0) {
            values[index] = timestamps * (valueType.isCount() ? 1 : Math.max(1, period));
        }
        SampleLabels labels = new SampleLabels();
        for (long attribute : attributes.toArray()) {
            Map.Entry<String, String> entry = tables.attribute(attribute);
            labels.put(plainName(entry.getKey()), entry.getValue());
        }
        Stacks stacks = tables.stack(stack).withErrors(labels.texts);
        builder.add(labels.task(), labels.texts, stacks.kernel(), stacks.user(), values);
    }

    private static String plainName(String key) {
        return switch (key) {
            case Otlp.PID -> SampleLabels.PID;
            case Otlp.TID -> SampleLabels.TID;
            case Otlp.COMM -> SampleLabels.COMM;
            case Otlp.THREAD -> SampleLabels.THREAD;
            default -> key;
        };
    }

    private static ValueType valueType(ProtoReader in, OtlpTables tables) throws FormatException {
        String name = "";
        String unit = "";
        while (in.next()) {
            switch (in.field()) {
                case Otlp.VALUE_TYPE_TYPE -> name = tables.string(in);
                case Otlp.VALUE_TYPE_UNIT -> unit = tables.string(in);
                default -> {}
            }
        }
        return new ValueType(name, unit);
    }
}
