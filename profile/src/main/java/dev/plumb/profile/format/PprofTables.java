package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the samples of a pprof file refer to: strings, mappings, functions and locations, which may follow them.
final class PprofTables {
    private record Mapping(String file, @Nullable FrameKind kind) {}

    private record Function(String name, boolean known, String file) {}

    private final List<String> strings = new ArrayList<>();
    private final Map<Long, Mapping> mappings = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Map<Long, List<Frame>> locations = new HashMap<>();
    private final Map<Long, FrameKind> kinds = new HashMap<>();
    private HeaderReader header = new HeaderReader();

    /// Reads in three rounds, since each table refers to the one before and the order in the file is free.
    static PprofTables of(byte[] bytes) throws IOException {
        PprofTables tables = new PprofTables();
        for (ProtoReader top = new ProtoReader(bytes); top.next(); ) {
            if (top.field() == Pprof.PROFILE_STRING_TABLE) {
                tables.strings.add(top.string());
            }
        }
        tables.head(new ProtoReader(bytes));
        for (ProtoReader top = new ProtoReader(bytes); top.next(); ) {
            if (top.field() == Pprof.PROFILE_MAPPING) {
                tables.mapping(top.message());
            } else if (top.field() == Pprof.PROFILE_FUNCTION) {
                tables.function(top.message());
            }
        }
        for (ProtoReader top = new ProtoReader(bytes); top.next(); ) {
            if (top.field() == Pprof.PROFILE_LOCATION) {
                tables.location(top.message());
            }
        }
        return tables;
    }

    HeaderReader header() {
        return header;
    }

    String string(ProtoReader in) throws FormatException {
        return strings.get(in.index(strings.size()));
    }

    List<Frame> location(long id) throws FormatException {
        @Nullable List<Frame> frames = locations.get(id);
        if (frames == null) {
            throw new FormatException("pprof: a sample refers to location " + id + ", which is not there");
        }
        return frames;
    }

    private void head(ProtoReader top) throws IOException {
        List<ValueType> types = new ArrayList<>();
        long start = 0;
        long duration = 0;
        boolean own = false;
        while (top.next()) {
            switch (top.field()) {
                case Pprof.PROFILE_SAMPLE_TYPE -> types.add(valueType(top.message()));
                case Pprof.PROFILE_TIME_NANOS -> start = top.number();
                case Pprof.PROFILE_DURATION_NANOS -> duration = top.number();
                case Pprof.PROFILE_COMMENT -> own |= comment(string(top));
                default -> {}
            }
        }
        if (types.isEmpty()) {
            throw new FormatException("pprof: no sample types");
        }
        header.valueTypes(types);
        if (!own) {
            header.tool(types.getLast().name());
            header.start(Nanos.of(start));
            header.duration(Math.max(duration, 0));
        }
    }

    /// Reads what [PprofWriter] put into a comment; answers whether it was the head.
    private boolean comment(String text) throws IOException {
        if (text.startsWith("{\"plumb\":")) {
            header = HeaderReader.of(text);
            return true;
        }
        if (text.startsWith(Pprof.KINDS_COMMENT)) {
            for (String entry :
                    text.substring(Pprof.KINDS_COMMENT.length()).strip().split(" ", -1)) {
                int equals = entry.indexOf('=');
                try {
                    kinds.put(
                            Long.parseLong(entry, 0, Math.max(equals, 0), 10),
                            FrameKind.of(entry.substring(equals + 1)));
                } catch (NumberFormatException e) {
                    // Someone else's comment: kinds are guessed then.
                }
            }
        }
        return false;
    }

    private ValueType valueType(ProtoReader in) throws FormatException {
        String name = "";
        String unit = "";
        while (in.next()) {
            switch (in.field()) {
                case Pprof.VALUE_TYPE_TYPE -> name = string(in);
                case Pprof.VALUE_TYPE_UNIT -> unit = string(in);
                default -> {}
            }
        }
        return new ValueType(name, unit);
    }

    private void mapping(ProtoReader in) throws FormatException {
        long id = 0;
        String file = "";
        while (in.next()) {
            switch (in.field()) {
                case Pprof.MAPPING_ID -> id = in.number();
                case Pprof.MAPPING_FILENAME -> file = string(in);
                default -> {}
            }
        }
        mappings.put(id, new Mapping(file, kinds.get(id)));
    }

    private void function(ProtoReader in) throws FormatException {
        long id = 0;
        String name = "";
        String systemName = "";
        String file = "";
        while (in.next()) {
            switch (in.field()) {
                case Pprof.FUNCTION_ID -> id = in.number();
                case Pprof.FUNCTION_NAME -> name = string(in);
                case Pprof.FUNCTION_SYSTEM_NAME -> systemName = string(in);
                case Pprof.FUNCTION_FILENAME -> file = string(in);
                default -> {}
            }
        }
        String shown = name.isEmpty() ? systemName : name;
        functions.put(id, new Function(shown, !systemName.isEmpty() || kinds.isEmpty(), file));
    }

    private void location(ProtoReader in) throws FormatException {
        long id = 0;
        long address = 0;
        @Nullable Mapping mapping = null;
        List<long[]> lines = new ArrayList<>();
        while (in.next()) {
            switch (in.field()) {
                case Pprof.LOCATION_ID -> id = in.number();
                case Pprof.LOCATION_MAPPING_ID -> mapping = mappings.get(in.number());
                case Pprof.LOCATION_ADDRESS -> address = in.number();
                case Pprof.LOCATION_LINE -> lines.add(line(in.message()));
                default -> {}
            }
        }
        List<Frame> frames = new ArrayList<>(lines.size());
        for (int i = 0; i < lines.size(); i++) {
            frames.add(frame(address, mapping, lines.get(i), i < lines.size() - 1));
        }
        if (frames.isEmpty()) {
            frames.add(frame(address, mapping, new long[2], false));
        }
        locations.put(id, List.copyOf(frames));
    }

    private static long[] line(ProtoReader in) throws FormatException {
        long[] line = {0, 0};
        while (in.next()) {
            switch (in.field()) {
                case Pprof.LINE_FUNCTION_ID -> line[0] = in.number();
                case Pprof.LINE_LINE -> line[1] = in.number();
                default -> {}
            }
        }
        return line;
    }

    private Frame frame(long address, @Nullable Mapping mapping, long[] line, boolean inlined) {
        Function function = functions.getOrDefault(line[0], new Function("", false, ""));
        String module = mapping == null ? "" : mapping.file;
        FrameKind kind = mapping != null && mapping.kind != null
                ? mapping.kind
                : Stacks.guess(module, function.file, function.name);
        String file = function.file.isEmpty() ? null : function.file;
        int number = Math.clamp(line[1], 0, Integer.MAX_VALUE);
        if (function.known) {
            return new Frame(address, function.name, 0, module, file, number, inlined, kind);
        }
        return new Frame(address, "", UnknownName.offset(function.name), module, file, number, inlined, kind);
    }
}
