package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The dictionary of an OTLP file.
final class OtlpTables {
    private record Function(String name, boolean known, String file) {}

    private record Line(int function, int number) {}

    private static final Stacks NO_STACKS = Stacks.of(List.of(), null, null);

    private final List<String> strings = new ArrayList<>();
    private final List<String> mappings = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();
    private final List<Map.Entry<String, String>> attributes = new ArrayList<>();
    private final List<List<Frame>> locations = new ArrayList<>();
    private final List<Stacks> stacks = new ArrayList<>();

    /// Reads in rounds, since tables refer to each other and their order is free.
    void read(ProtoReader dictionary, int fileBytes) throws FormatException {
        for (ProtoReader in = dictionary.again(); in.next(); ) {
            if (in.field() == Otlp.DICTIONARY_STRING) {
                strings.add(in.string());
            }
        }
        for (ProtoReader in = dictionary.again(); in.next(); ) {
            switch (in.field()) {
                case Otlp.DICTIONARY_MAPPING -> mappings.add(mapping(in.message()));
                case Otlp.DICTIONARY_FUNCTION -> functions.add(function(in.message()));
                case Otlp.DICTIONARY_ATTRIBUTE -> attributes.add(attribute(in.message()));
                default -> {}
            }
        }
        for (ProtoReader in = dictionary.again(); in.next(); ) {
            if (in.field() == Otlp.DICTIONARY_LOCATION) {
                locations.add(location(in.message()));
            }
        }
        FrameBudget budget = new FrameBudget(fileBytes);
        for (ProtoReader in = dictionary.again(); in.next(); ) {
            if (in.field() == Otlp.DICTIONARY_STACK) {
                stacks.add(stack(in.message(), budget));
            }
        }
    }

    String string(ProtoReader in) throws FormatException {
        return strings.get(in.index(strings.size()));
    }

    Map.Entry<String, String> attribute(long index) throws FormatException {
        return at(attributes, index, "attribute");
    }

    Stacks stack(long index) throws FormatException {
        return index == 0 ? NO_STACKS : at(stacks, index, "stack");
    }

    private static <T> T at(List<T> table, long index, String what) throws FormatException {
        if (index < 0 || index >= table.size()) {
            throw new FormatException("OTLP: " + what + " " + index + " of " + table.size());
        }
        return table.get((int) index);
    }

    private String mapping(ProtoReader in) throws FormatException {
        String file = "";
        while (in.next()) {
            file = in.field() == Otlp.MAPPING_FILENAME ? string(in) : file;
        }
        return file;
    }

    private Function function(ProtoReader in) throws FormatException {
        String name = "";
        String systemName = "";
        String file = "";
        while (in.next()) {
            switch (in.field()) {
                case Otlp.FUNCTION_NAME -> name = string(in);
                case Otlp.FUNCTION_SYSTEM_NAME -> systemName = string(in);
                case Otlp.FUNCTION_FILENAME -> file = string(in);
                default -> {}
            }
        }
        boolean madeUp = systemName.isEmpty() && UnknownName.isOne(name);
        return new Function(name.isEmpty() ? systemName : name, !madeUp, file);
    }

    private Map.Entry<String, String> attribute(ProtoReader in) throws FormatException {
        String key = "";
        String value = "";
        while (in.next()) {
            switch (in.field()) {
                case Otlp.ATTRIBUTE_KEY -> key = string(in);
                case Otlp.ATTRIBUTE_VALUE -> value = anyValue(in.message());
                default -> {}
            }
        }
        return Map.entry(key, value);
    }

    private static String anyValue(ProtoReader in) throws FormatException {
        String value = "";
        while (in.next()) {
            value = in.field() == Otlp.ANY_STRING ? in.string() : in.isNumber() ? Long.toString(in.number()) : value;
        }
        return value;
    }

    private List<Frame> location(ProtoReader in) throws FormatException {
        String module = "";
        long address = 0;
        List<Line> lines = new ArrayList<>();
        LongList own = new LongList();
        while (in.next()) {
            switch (in.field()) {
                case Otlp.LOCATION_MAPPING_INDEX -> module = at(mappings, in.number(), "mapping");
                case Otlp.LOCATION_ADDRESS -> address = in.number();
                case Otlp.LOCATION_LINES -> lines.add(line(in.message()));
                case Otlp.LOCATION_ATTRIBUTE_INDICES -> in.numbers(own);
                default -> {}
            }
        }
        @Nullable FrameKind kind = null;
        for (long index : own.toArray()) {
            Map.Entry<String, String> attribute = attribute(index);
            kind = attribute.getKey().equals(Otlp.FRAME_TYPE) ? Otlp.kind(attribute.getValue()) : kind;
        }
        if (lines.isEmpty()) {
            lines.add(new Line(0, 0));
        }
        List<Frame> frames = new ArrayList<>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            frames.add(frame(address, module, lines.get(i), i < lines.size() - 1, kind));
        }
        return frames;
    }

    private Line line(ProtoReader in) throws FormatException {
        int function = 0;
        int number = 0;
        while (in.next()) {
            switch (in.field()) {
                case Otlp.LINE_FUNCTION_INDEX -> function = in.index(functions.size());
                case Otlp.LINE_LINE -> number = Math.clamp(in.number(), 0, Integer.MAX_VALUE);
                default -> {}
            }
        }
        return new Line(function, number);
    }

    private Frame frame(long address, String module, Line line, boolean inlined, @Nullable FrameKind kind) {
        Function function =
                line.function() < functions.size() ? functions.get(line.function()) : new Function("", true, "");
        FrameKind sort = kind != null ? kind : Stacks.guess(module, function.file(), function.name());
        String file = function.file().isEmpty() ? null : function.file();
        return function.known()
                ? new Frame(address, function.name(), 0, module, file, line.number(), inlined, sort)
                : new Frame(
                        address, "", UnknownName.offset(function.name()), module, file, line.number(), inlined, sort);
    }

    private Stacks stack(ProtoReader in, FrameBudget budget) throws FormatException {
        LongList indices = new LongList();
        while (in.next()) {
            if (in.field() == Otlp.STACK_LOCATION_INDICES) {
                in.numbers(indices);
            }
        }
        List<Frame> frames = new ArrayList<>(indices.size());
        for (long index : indices.toArray()) {
            List<Frame> more = at(locations, index, "location");
            budget.take(more.size());
            frames.addAll(more);
        }
        return Stacks.of(frames, null, null);
    }
}
