package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads pprof, gzipped or not, of other tools too.
final class PprofReader implements ProfileReader {

    @Override
    public Profile read(InputStream in) throws IOException {
        byte[] bytes = BoundedInput.readAll(BoundedInput.unzipped(in));
        PprofTables tables = PprofTables.of(bytes);
        ProfileBuilder builder = tables.header().builder();
        FrameBudget budget = new FrameBudget(bytes.length);
        ProtoReader top = new ProtoReader(bytes);
        while (top.next()) {
            if (top.field() == Pprof.PROFILE_SAMPLE) {
                sample(top.message(), tables, budget, builder);
            }
        }
        return builder.build();
    }

    private static void sample(ProtoReader in, PprofTables tables, FrameBudget budget, ProfileBuilder builder)
            throws FormatException {
        long[] locations = {};
        long[] values = {};
        SampleLabels labels = new SampleLabels();
        while (in.next()) {
            switch (in.field()) {
                case Pprof.SAMPLE_LOCATION_ID -> locations = in.numbers(locations);
                case Pprof.SAMPLE_VALUE -> values = in.numbers(values);
                case Pprof.SAMPLE_LABEL -> label(in.message(), tables, labels);
                default -> {}
            }
        }
        List<ValueType> types = tables.header().valueTypes();
        if (values.length != types.size()) {
            throw new FormatException("pprof: a sample has " + values.length + " values for types " + types);
        }
        List<Frame> frames = new ArrayList<>(locations.length);
        for (long location : locations) {
            List<Frame> more = tables.location(location);
            budget.take(more.size());
            frames.addAll(more);
        }
        if (frames.size() == 1 && frames.getFirst().symbol().equals(Pprof.NO_STACK)) {
            frames.clear();
        }
        Stacks stacks = Stacks.of(frames, labels.texts);
        builder.add(labels.task(), labels.texts, stacks.kernel(), stacks.user(), values);
    }

    private static void label(ProtoReader in, PprofTables tables, SampleLabels labels) throws FormatException {
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
