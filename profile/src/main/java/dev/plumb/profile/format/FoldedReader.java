package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads folded stacks, those of other tools too.
final class FoldedReader implements ProfileReader {

    @Override
    public Profile read(InputStream in) throws IOException {
        LineReader lines = new LineReader(in);
        HeaderReader header = new HeaderReader();
        ProfileBuilder builder = new ProfileBuilder("", List.of(ValueType.count("")));
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            if (FoldedWriter.isComment(line)) {
                header = FoldedWriter.readComment(line);
            } else if (!line.isBlank() && !line.startsWith("# ")) {
                add(builder, line, lines.number());
            }
        }
        ProfileBuilder whole = builder(header);
        builder.build().samples().forEach(whole::add);
        return whole.build();
    }

    /// Folded lines have one value: the main one of the profile they were made of.
    private static ProfileBuilder builder(HeaderReader header) {
        List<ValueType> types = header.valueTypes();
        ValueType main =
                types.stream().filter(type -> !type.isCount()).findFirst().orElse(types.getFirst());
        header.valueTypes(List.of(main));
        return header.builder();
    }

    private static void add(ProfileBuilder builder, String line, long number) throws FormatException {
        int space = line.lastIndexOf(' ');
        if (space <= 0) {
            throw new FormatException("folded: line " + number + " has no value after a space");
        }
        long value;
        try {
            String text = line.substring(space + 1);
            value = text.indexOf('.') < 0 ? Long.parseLong(text) : Math.round(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new FormatException("folded: line " + number + " does not end in a number");
        }
        String[] names = line.substring(0, space).split(";", -1);
        int first = 1;
        Map<String, String> labels = new TreeMap<>();
        if (names.length > 1 && names[1].startsWith("{") && names[1].endsWith("}") && names[1].indexOf('=') > 0) {
            labels(names[1].substring(1, names[1].length() - 1), labels);
            first = 2;
        }
        List<Frame> frames = new ArrayList<>(names.length);
        for (int i = names.length - 1; i >= first; i--) {
            frames.add(frame(names[i]));
        }
        Stacks stacks = Stacks.of(frames, labels);
        builder.add(new Task(0, 0, names[0], ""), labels, stacks.kernel(), stacks.user(), value);
    }

    private static void labels(String text, Map<String, String> labels) {
        for (String label : text.split(",", -1)) {
            int equals = label.indexOf('=');
            labels.put(equals < 0 ? label : label.substring(0, equals), label.substring(equals + 1));
        }
    }

    private static Frame frame(String name) {
        int length = name.length() - FoldedWriter.KERNEL_SUFFIX.length();
        if (length > 0 && name.endsWith(FoldedWriter.KERNEL_SUFFIX)) {
            String symbol = name.substring(0, length);
            return Frame.of(symbol, FrameKind.KERNEL);
        }
        return Frame.of(name, FrameKind.NATIVE);
    }
}
