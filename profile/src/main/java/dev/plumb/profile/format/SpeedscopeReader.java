package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads speedscope JSON, sampled and evented profiles, of other tools too.
///
/// The profiles of our own files are value types; those of others are threads.
final class SpeedscopeReader {
    private final JsonReader json;
    private final HeaderReader header = new HeaderReader();
    private final List<SpeedscopeFrame> frames = new ArrayList<>();
    private final List<SpeedscopeProfile> profiles = new ArrayList<>();
    private boolean own;
    private boolean schema;

    private SpeedscopeReader(InputStream in) {
        this.json = new JsonReader(in);
    }

    static Profile readFrom(InputStream in) throws IOException {
        return new SpeedscopeReader(in).read();
    }

    private Profile read() throws IOException {
        json.object(this::field);
        json.end();
        if (!schema || profiles.isEmpty()) {
            throw new FormatException("speedscope: no \"$schema\" of speedscope or no \"profiles\"");
        }
        List<ValueType> types = header.valueTypes();
        if (!own) {
            types = List.of(profiles.getFirst().valueType());
            header.valueTypes(types);
            header.tool("speedscope");
        } else if (types.size() != profiles.size()) {
            throw new FormatException("speedscope: " + profiles.size() + " profiles for the value types " + types);
        }
        ProfileBuilder builder = header.builder();
        for (int i = 0; i < profiles.size(); i++) {
            SpeedscopeProfile profile = profiles.get(i);
            if (!own && !profile.valueType().equals(types.getFirst())) {
                throw new FormatException("speedscope: profiles of different units in one file: " + types.getFirst()
                        + " and " + profile.valueType());
            }
            long[] values = new long[types.size()];
            int index = own ? i : 0;
            for (int s = 0; s < profile.size(); s++) {
                values[index] = profile.weight(s);
                add(builder, profile, profile.stack(s), values);
            }
        }
        return builder.build();
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "$schema" -> schema = json.string().contains("speedscope");
            case "plumb" -> {
                own = true;
                json.object(field -> {
                    if (!header.take(field, json)) {
                        json.skip();
                    }
                });
            }
            case "shared" ->
                json.object(field -> {
                    if (field.equals("frames")) {
                        json.array(() -> frames.add(SpeedscopeFrame.read(json)));
                    } else {
                        json.skip();
                    }
                });
            case "profiles" -> json.array(() -> profiles.add(SpeedscopeProfile.read(json)));
            default -> json.skip();
        }
    }

    private void add(ProfileBuilder builder, SpeedscopeProfile profile, int[] rootFirst, long[] values)
            throws FormatException {
        List<Frame> stack = new ArrayList<>(rootFirst.length);
        Map<String, String> labels = new TreeMap<>();
        @Nullable Task task = null;
        for (int i = rootFirst.length - 1; i >= 0; i--) {
            int number = rootFirst[i];
            if (number < 0 || number >= frames.size()) {
                throw new FormatException("speedscope: frame " + number + " of " + frames.size());
            }
            SpeedscopeFrame entry = frames.get(number);
            task = entry.task() == null ? task : entry.task();
            labels.putAll(entry.labels());
            if (entry.frame() != null) {
                stack.add(entry.frame());
            }
        }
        Stacks stacks = Stacks.of(stack, labels);
        Task thread = task == null ? new Task(0, 0, "", profile.name()) : task;
        builder.add(thread, labels, stacks.kernel(), stacks.user(), values);
    }
}
