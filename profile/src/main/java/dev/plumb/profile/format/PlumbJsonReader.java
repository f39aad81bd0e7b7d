package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads Plumb JSON, sample by sample.
final class PlumbJsonReader implements ProfileReader {

    @Override
    public Profile read(InputStream in) throws IOException {
        JsonReader json = new JsonReader(in);
        HeaderReader header = new HeaderReader();
        @Nullable ProfileBuilder[] samples = {null};
        boolean[] known = {false};
        json.object(name -> {
            if (name.equals("samples")) {
                samples[0] = samples(json, header);
            } else if (header.take(name, json)) {
                known[0] |= name.equals("plumb");
            } else {
                json.skip();
            }
        });
        json.end();
        if (!known[0]) {
            throw new FormatException("Plumb JSON: no field \"plumb\" with the version");
        }
        return complete(header, samples[0]);
    }

    private static ProfileBuilder samples(JsonReader json, HeaderReader header) throws IOException {
        ProfileBuilder builder = header.builder();
        List<ValueType> types = header.valueTypes();
        json.array(() -> {
            SampleFields fields = new SampleFields();
            json.object(name -> fields.take(name, json));
            fields.addTo(builder, types);
        });
        return builder;
    }

    /// Fields of the head may follow the samples, so the head is applied at the end.
    private static Profile complete(HeaderReader header, @Nullable ProfileBuilder samples) throws FormatException {
        ProfileBuilder builder = header.builder();
        if (samples == null) {
            return builder.build();
        }
        Profile read = samples.build();
        if (read.valueTypes().size() != header.valueTypes().size()) {
            throw new FormatException("Plumb JSON: \"valueTypes\" and \"totals\" must come before \"samples\"");
        }
        read.samples().forEach(builder::add);
        return builder.build();
    }

    /// The fields of one sample, in whatever order they come.
    private static final class SampleFields {
        private final Map<String, String> labels = new TreeMap<>();
        private final List<Frame> kernel = new ArrayList<>();
        private final List<Frame> user = new ArrayList<>();
        private @Nullable String kernelError;
        private @Nullable String userError;
        private int pid;
        private int tid;
        private String comm = "";
        private String thread = "";
        private long count;
        private long value;
        private final List<Long> values = new ArrayList<>();

        void take(String name, JsonReader json) throws IOException {
            switch (name) {
                case "pid" -> pid = json.intValue();
                case "tid" -> tid = json.intValue();
                case "comm" -> comm = json.string();
                case "thread" -> thread = json.string();
                case "count" -> count = json.longValue();
                case "value" -> value = json.longValue();
                case "values" -> json.array(() -> values.add(json.longValue()));
                case "labels" -> json.object(key -> labels.put(key, json.string()));
                case "kernel_stack" -> json.array(() -> kernel.add(FrameJson.read(json)));
                case "user_stack" -> json.array(() -> user.add(FrameJson.read(json)));
                case "kernel_stack_error" -> kernelError = json.stringOrNull();
                case "user_stack_error" -> userError = json.stringOrNull();
                default -> json.skip();
            }
        }

        void addTo(ProfileBuilder builder, List<ValueType> types) throws FormatException {
            builder.add(
                    new Task(pid, tid, comm, thread),
                    labels,
                    Stack.of(kernel, kernelError),
                    Stack.of(user, userError),
                    values(types));
        }

        private long[] values(List<ValueType> types) throws FormatException {
            if (!values.isEmpty()) {
                if (values.size() != types.size()) {
                    throw new FormatException("Plumb JSON: a sample has " + values.size() + " values for "
                            + types.size() + " value types");
                }
                return values.stream().mapToLong(Long::longValue).toArray();
            }
            if (PlumbJsonWriter.needsAllValues(types)) {
                throw new FormatException("Plumb JSON: a sample has no \"values\" for the types " + types);
            }
            return Arrays.copyOf(new long[] {count, value}, types.size());
        }
    }
}
