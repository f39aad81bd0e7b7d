package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes folded stacks: a line for each stack, root first, with the profile's main value.
///
/// ```
/// worker;{cause=lock};main;wait;futex_wait_[k] 1200
/// # plumb:{"plumb":1,"tool":"offcpu",...}
/// ```
/// The first frame is the name of the process. Labels, where there are any, are a frame in braces. Lines that end
/// up alike are added up. The comment comes last, since some readers judge a file by its first line, and has no
/// blank before a digit, since some take any such digits for the value of the line.
final class FoldedWriter implements ProfileWriter {
    static final String KERNEL_SUFFIX = "_[k]";
    private static final String COMMENT = "# plumb:";

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Map<Key, Long> sums = new LinkedHashMap<>();
        int index = profile.mainIndex();
        for (Sample sample : profile.samples()) {
            Key key = new Key(sample.comm(), Stacks.labels(sample), sample.kernelStack(), sample.userStack());
            sums.merge(key, sample.value(index), Long::sum);
        }
        Map<String, Long> lines = new LinkedHashMap<>();
        StringBuilder line = new StringBuilder();
        for (Map.Entry<Key, Long> entry : sums.entrySet()) {
            line.setLength(0);
            fold(entry.getKey(), line);
            lines.merge(line.toString(), entry.getValue(), Long::sum);
        }
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        for (Map.Entry<String, Long> entry : lines.entrySet()) {
            writer.write(entry.getKey());
            writer.write(' ');
            writer.write(Long.toString(entry.getValue()));
            writer.write('\n');
        }
        writer.write(comment(profile) + "\n");
        writer.flush();
    }

    /// The head of the profile as a comment without blanks but the first.
    static String comment(Profile profile) {
        return COMMENT + Header.text(profile).replace(" ", "\\u0020");
    }

    static boolean isComment(String line) {
        return line.startsWith(COMMENT);
    }

    static HeaderReader readComment(String line) throws IOException {
        return HeaderReader.of(line.substring(COMMENT.length()));
    }

    /// What makes a line; threads do not.
    private record Key(String comm, Map<String, String> labels, Stack kernel, Stack user) {
        @Override
        public int hashCode() {
            return (kernel.hashCode() * 31 + user.hashCode()) * 31 + comm.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && kernel.equals(that.kernel)
                    && user.equals(that.user)
                    && comm.equals(that.comm)
                    && labels.equals(that.labels);
        }
    }

    private static void fold(Key key, StringBuilder line) {
        clean(key.comm().isEmpty() ? "[unknown]" : key.comm(), line);
        if (!key.labels().isEmpty()) {
            line.append(";{");
            clean(joined(key.labels()), line);
            line.append('}');
        }
        fold(key.user().frames(), line);
        fold(key.kernel().frames(), line);
    }

    private static void fold(List<Frame> frames, StringBuilder line) {
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
