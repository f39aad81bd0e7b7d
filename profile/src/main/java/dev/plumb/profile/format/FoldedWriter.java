package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes folded stacks: a line for each stack, root first, with the profile's main value.
///
/// ```
/// # plumb 1: {"plumb":1,"tool":"offcpu",...}
/// worker;{cause=lock};main;wait;futex_wait_[k] 1200
/// ```
/// The first frame is the name of the process. Labels, where there are any, are a frame in braces. Lines that end up
/// alike are added up. The comment ends in a brace, so tools that look for a number at the end of a line pass over it.
final class FoldedWriter implements ProfileWriter {
    static final String KERNEL_SUFFIX = "_[k]";
    static final String COMMENT = "# plumb 1: ";

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Map<String, Long> lines = new LinkedHashMap<>();
        int index = profile.mainIndex();
        StringBuilder line = new StringBuilder();
        for (Sample sample : profile.samples()) {
            line.setLength(0);
            fold(sample, line);
            lines.merge(line.toString(), sample.value(index), Long::sum);
        }
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        writer.write(COMMENT + Header.text(profile) + "\n");
        for (Map.Entry<String, Long> entry : lines.entrySet()) {
            writer.write(entry.getKey());
            writer.write(' ');
            writer.write(Long.toString(entry.getValue()));
            writer.write('\n');
        }
        writer.flush();
    }

    private static void fold(Sample sample, StringBuilder line) {
        clean(sample.comm().isEmpty() ? "[unknown]" : sample.comm(), line);
        Map<String, String> labels = Stacks.labels(sample);
        if (!labels.isEmpty()) {
            line.append(";{");
            clean(joined(labels), line);
            line.append('}');
        }
        List<Frame> frames = sample.frames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame frame = frames.get(i);
            line.append(';');
            clean(frame.name(), line);
            if (frame.kind() == FrameKind.KERNEL) {
                line.append(KERNEL_SUFFIX);
            }
        }
    }

    /// Joins labels; a comma within one becomes a space.
    private static String joined(Map<String, String> labels) {
        StringBuilder text = new StringBuilder();
        labels.forEach((name, value) -> text.append(text.isEmpty() ? "" : ",")
                .append(name.replace(',', ' '))
                .append('=')
                .append(value.replace(',', ' ')));
        return text.toString();
    }

    /// Appends a name without what would break the line: `;` becomes `:`, control characters become spaces.
    private static void clean(String name, StringBuilder line) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            line.append(c == ';' ? ':' : Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
        }
    }
}
