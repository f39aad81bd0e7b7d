package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads pprof, gzipped or not, of other tools too.
final class PprofReader {
    private final PprofTables tables;
    private final List<ValueType> types;
    private final ProfileBuilder builder;
    private final FrameBudget budget;
    private final Map<LongBuffer, Stacks> known = new HashMap<>();
    private final LongList locations = new LongList();
    private final LongList values = new LongList();

    private PprofReader(byte[] bytes) throws IOException {
        this.tables = PprofTables.of(bytes);
        this.types = tables.header().valueTypes();
        this.builder = tables.header().builder();
        this.budget = new FrameBudget(bytes.length);
    }

    static Profile readFrom(InputStream in) throws IOException {
        byte[] bytes = BoundedInput.readAll(BoundedInput.unzipped(in));
        PprofReader reader = new PprofReader(bytes);
        ProtoReader top = new ProtoReader(bytes);
        while (top.next()) {
            if (top.field() == Pprof.PROFILE_SAMPLE) {
                reader.sample(top.message());
            }
        }
        return reader.builder.build();
    }

    private void sample(ProtoReader in) throws FormatException {
        locations.clear();
        values.clear();
        SampleLabels labels = new SampleLabels();
        while (in.next()) {
            switch (in.field()) {
                case Pprof.SAMPLE_LOCATION_ID -> in.numbers(locations);
                case Pprof.SAMPLE_VALUE -> in.numbers(values);
                case Pprof.SAMPLE_LABEL -> label(in.message(), labels);
                default -> {}
            }
        }
        if (values.size() != types.size()) {
            throw new FormatException("pprof: a sample has " + values.size() + " values for types " + types);
        }
        Stacks stacks = stacks().withErrors(labels.texts);
        builder.add(labels.task(), labels.texts, stacks.kernel(), stacks.user(), values.toArray());
    }

    /// The stacks at the locations of the sample; each list of locations is looked at once.
    private Stacks stacks() throws FormatException {
        LongBuffer key = LongBuffer.wrap(locations.toArray());
        @Nullable Stacks seen = known.get(key);
        if (seen != null) {
            return seen;
        }
        List<Frame> frames = new ArrayList<>(locations.size());
        for (long location : key.array()) {
            List<Frame> more = tables.location(location);
            budget.take(more.size());
            frames.addAll(more);
        }
        if (frames.size() == 1 && frames.getFirst().symbol().equals(Pprof.NO_STACK)) {
            frames.clear();
        }
        Stacks stacks = Stacks.of(frames, null, null);
        known.put(key, stacks);
        return stacks;
    }

    private void label(ProtoReader in, SampleLabels labels) throws FormatException {
        String key = "";
        @Nullable String text = null;
        long number = 0;
        while (in.next()) {
            switch (in.field()) {
                case Pprof.LABEL_KEY -> key = tables.string(in);
                case Pprof.LABEL_STR -> text = tables.string(in);
                case Pprof.LABEL_NUM -> number = in.number();
                default -> {}
            }
        }
        labels.put(key, text == null ? Long.toString(number) : text);
    }
}
