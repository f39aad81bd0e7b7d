package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes OTLP profiles (`ProfilesData`, on the wire the same as an export request): a profile for each value type.
final class OtlpWriter implements ProfileWriter {

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Run run = new Run(profile);
        ProtoWriter scope = new ProtoWriter();
        scope.message(Otlp.SCOPE_PROFILES_SCOPE, new ProtoWriter().string(Otlp.SCOPE_NAME, "plumb"));
        for (int i = 0; i < profile.valueTypes().size(); i++) {
            scope.message(Otlp.SCOPE_PROFILES_PROFILES, run.profile(i));
        }
        ProtoWriter resource = new ProtoWriter()
                .message(Otlp.RESOURCE_PROFILES_RESOURCE, run.resource())
                .message(Otlp.RESOURCE_PROFILES_SCOPE_PROFILES, scope);
        new ProtoWriter().message(Otlp.DATA_RESOURCE_PROFILES, resource).writeTo(out);
        new ProtoWriter().message(Otlp.DATA_DICTIONARY, run.dictionary()).writeTo(out);
        out.flush();
    }

    /// An entry of the attribute table: a name and a text or a number.
    private record Attribute(String key, @Nullable String text, long number) {}

    private record StackPair(Stack kernel, Stack user) {
        @Override
        public int hashCode() {
            return kernel.hashCode() * 31 + user.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof StackPair that && kernel.equals(that.kernel) && user.equals(that.user);
        }
    }

    /// One profile on its way out.
    private static final class Run {
        private final Profile profile;
        private final Locations tables = new Locations();
        private final Map<Attribute, Integer> attributes = new LinkedHashMap<>();
        private final Map<StackPair, Integer> stacks = new LinkedHashMap<>();

        Run(Profile profile) {
            this.profile = profile;
        }

        ProtoWriter resource() {
            ProtoWriter resource = new ProtoWriter();
            resource.message(Otlp.RESOURCE_ATTRIBUTES, keyValue("service.name", "plumb"));
            profile.host()
                    .forEach((name, value) ->
                            resource.message(Otlp.RESOURCE_ATTRIBUTES, keyValue("host." + name, value)));
            return resource;
        }

        ProtoWriter profile(int index) {
            ValueType type = profile.valueTypes().get(index);
            ProtoWriter valueType = new ProtoWriter()
                    .number(Otlp.VALUE_TYPE_TYPE, tables.string(type.name()))
                    .number(Otlp.VALUE_TYPE_UNIT, tables.string(type.unit()));
            ProtoWriter message = new ProtoWriter().message(Otlp.PROFILE_SAMPLE_TYPE, valueType);
            ProtoWriter nested = new ProtoWriter();
            for (Sample sample : profile.samples()) {
                nested.clear().number(Otlp.SAMPLE_STACK_INDEX, stack(sample));
                nested.packed(Otlp.SAMPLE_ATTRIBUTE_INDICES, attributes(sample));
                message.message(
                        Otlp.PROFILE_SAMPLES, nested.packed(Otlp.SAMPLE_VALUES, new long[] {sample.value(index)}));
            }
            message.fixed64(Otlp.PROFILE_TIME_UNIX_NANO, Nanos.of(profile.start()));
            message.number(Otlp.PROFILE_DURATION_NANO, profile.duration().toNanos());
            long[] header = {attribute(new Attribute(Otlp.HEADER, Header.text(profile), 0))};
            return message.packed(Otlp.PROFILE_ATTRIBUTE_INDICES, header);
        }

        /// The tables; stacks go first, since they name the locations, and strings last, since all others name them.
        ProtoWriter dictionary() {
            ProtoWriter out = new ProtoWriter();
            ProtoWriter message = new ProtoWriter();
            out.message(Otlp.DICTIONARY_STACK, message.clear());
            for (StackPair pair : stacks.keySet()) {
                message.clear().packed(Otlp.STACK_LOCATION_INDICES, both(pair));
                out.message(Otlp.DICTIONARY_STACK, message);
            }
            out.message(Otlp.DICTIONARY_LOCATION, message.clear());
            for (List<Frame> location :
                    tables.locations().subList(1, tables.locations().size())) {
                out.message(Otlp.DICTIONARY_LOCATION, location(location, message.clear()));
            }
            out.message(Otlp.DICTIONARY_MAPPING, message.clear());
            for (Locations.Module module : tables.modules()) {
                message.clear().number(Otlp.MAPPING_FILENAME, tables.string(module.path()));
                out.message(Otlp.DICTIONARY_MAPPING, message);
            }
            out.message(Otlp.DICTIONARY_FUNCTION, message.clear());
            for (Locations.Function function : tables.functions()) {
                int name = tables.string(function.name());
                message.clear().number(Otlp.FUNCTION_NAME, name);
                message.number(Otlp.FUNCTION_SYSTEM_NAME, function.known() ? name : 0);
                message.number(Otlp.FUNCTION_FILENAME, tables.string(function.file()));
                out.message(Otlp.DICTIONARY_FUNCTION, message);
            }
            out.message(
                    Otlp.DICTIONARY_LINK, message.clear().bytes(1, new byte[16]).bytes(2, new byte[8]));
            attributeTable(out);
            for (String text : tables.strings()) {
                out.string(Otlp.DICTIONARY_STRING, text);
            }
            return out;
        }

        private void attributeTable(ProtoWriter out) {
            ProtoWriter message = new ProtoWriter();
            out.message(Otlp.DICTIONARY_ATTRIBUTE, message);
            for (Attribute attribute : attributes.keySet()) {
                ProtoWriter any = attribute.text() == null
                        ? new ProtoWriter().element(Otlp.ANY_INT, attribute.number())
                        : new ProtoWriter().string(Otlp.ANY_STRING, attribute.text());
                message.clear().number(Otlp.ATTRIBUTE_KEY, tables.string(attribute.key()));
                out.message(Otlp.DICTIONARY_ATTRIBUTE, message.message(Otlp.ATTRIBUTE_VALUE, any));
            }
        }

        private ProtoWriter location(List<Frame> frames, ProtoWriter message) {
            Frame last = frames.getLast();
            message.number(Otlp.LOCATION_MAPPING_INDEX, tables.module(last));
            message.number(Otlp.LOCATION_ADDRESS, last.address());
            ProtoWriter line = new ProtoWriter();
            for (Frame frame : frames) {
                line.clear().number(Otlp.LINE_FUNCTION_INDEX, tables.function(frame));
                message.message(Otlp.LOCATION_LINES, line.number(Otlp.LINE_LINE, frame.line()));
            }
            long[] kind = {attribute(new Attribute(Otlp.FRAME_TYPE, Otlp.frameType(last.kind()), 0))};
            return message.packed(Otlp.LOCATION_ATTRIBUTE_INDICES, kind);
        }

        private int stack(Sample sample) {
            if (sample.kernelStack().isEmpty() && sample.userStack().isEmpty()) {
                return 0;
            }
            return number(stacks, new StackPair(framesOnly(sample.kernelStack()), framesOnly(sample.userStack())));
        }

        /// The same stack without its error, which is an attribute here.
        private static Stack framesOnly(Stack stack) {
            return stack.error() == null ? stack : Stack.of(stack.frames());
        }

        private long[] both(StackPair pair) {
            long[] kernel = tables.of(pair.kernel());
            long[] user = tables.of(pair.user());
            long[] both = Arrays.copyOf(kernel, kernel.length + user.length);
            System.arraycopy(user, 0, both, kernel.length, user.length);
            return both;
        }

        private long[] attributes(Sample sample) {
            Task task = sample.task();
            Map<String, String> labels = Stacks.labels(sample);
            long[] indices = new long[(task.thread().isEmpty() ? 3 : 4) + labels.size()];
            int count = 0;
            indices[count++] = attribute(new Attribute(Otlp.PID, null, task.pid()));
            indices[count++] = attribute(new Attribute(Otlp.TID, null, task.tid()));
            indices[count++] = attribute(new Attribute(Otlp.COMM, task.comm(), 0));
            if (!task.thread().isEmpty()) {
                indices[count++] = attribute(new Attribute(Otlp.THREAD, task.thread(), 0));
            }
            for (Map.Entry<String, String> label : labels.entrySet()) {
                indices[count++] = attribute(new Attribute(label.getKey(), label.getValue(), 0));
            }
            return indices;
        }

        private int attribute(Attribute attribute) {
            return number(attributes, attribute);
        }

        private static ProtoWriter keyValue(String key, String text) {
            return new ProtoWriter()
                    .string(Otlp.KEY_VALUE_KEY, key)
                    .message(Otlp.KEY_VALUE_VALUE, new ProtoWriter().string(Otlp.ANY_STRING, text));
        }

        /// The number of a value in its table, counting from 1: entry 0 is the empty one.
        private static <T> int number(Map<T, Integer> table, T value) {
            @Nullable Integer known = table.get(value);
            if (known != null) {
                return known;
            }
            table.put(value, table.size() + 1);
            return table.size();
        }
    }
}
