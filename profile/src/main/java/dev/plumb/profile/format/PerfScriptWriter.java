package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the text that `perf script` prints, one event for each time a stack was seen.
///
/// ```
/// app   100/101   1767323045.000000:        500 offcpu/cause=lock/:
/// 	ffffffff81234567 futex_wait+0x67 ([kernel.kallsyms])
/// 	          401136 main+0x16 (/usr/bin/app)
/// ```
/// The event is named after the main value and carries its share of it; labels stand between slashes.
final class PerfScriptWriter implements ProfileWriter {
    /// What perf puts around the comments at the beginning, by which readers know its text.
    private static final String RULE = "# ========\n";

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        writer.write(RULE + FoldedWriter.comment(profile) + "\n" + RULE + "#\n");
        Events events = new Events(profile);
        int main = profile.mainIndex();
        String name = word(profile.valueTypes().get(main).name());
        StringBuilder stack = new StringBuilder();
        IdentityHashMap<Frame, String> texts = new IdentityHashMap<>();
        long number = 0;
        for (Sample sample : profile.samples()) {
            stack.setLength(0);
            for (Frame frame : sample.frames()) {
                @Nullable String known = texts.get(frame);
                String text = known == null ? text(frame) : known;
                texts.put(frame, text);
                stack.append(text);
            }
            stack.append('\n');
            String comm = comm(sample.comm());
            String event = " " + name + labels(sample) + ":\n";
            long count = events.of(sample);
            for (long i = 0; i < count; i++) {
                long micros = Math.max(0, Nanos.of(events.time(number++))) / 1_000;
                writer.write(comm + " " + sample.pid() + "/" + sample.tid() + " " + micros / 1_000_000 + ".");
                writer.write(Long.toString(1_000_000 + micros % 1_000_000), 1, 6);
                writer.write(": " + Events.part(sample.value(main), count, i) + event);
                writer.append(stack);
            }
        }
        writer.flush();
    }

    private static String text(Frame frame) {
        StringBuilder out = new StringBuilder();
        String address = Long.toHexString(frame.address());
        out.append('\t')
                .append(" ".repeat(16 - address.length()))
                .append(address)
                .append(' ');
        if (frame.isUnknown()) {
            out.append("[unknown]");
        } else {
            out.append(clean(frame.symbol()));
            if (!frame.inlined()) {
                out.append("+0x").append(Long.toHexString(frame.offset()));
            }
        }
        String module = frame.module().isEmpty() ? "[" + frame.kind().label() + "]" : clean(frame.module());
        return out.append(" (")
                .append(frame.inlined() ? "inlined" : module)
                .append(")\n")
                .toString();
    }

    private static String labels(Sample sample) {
        Map<String, String> labels = Stacks.labels(sample);
        if (labels.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("/");
        labels.forEach((name, value) -> text.append(text.length() == 1 ? "" : ",")
                .append(word(name))
                .append('=')
                .append(word(value)));
        return text.append('/').toString();
    }

    /// A name that can stand as a process: never empty, never starting like a comment or a frame.
    private static String comm(String text) {
        String clean = clean(text).strip();
        return clean.isEmpty() || clean.startsWith("#") ? ":" + clean : clean;
    }

    /// A text in one word that has no character with a meaning in an event's name.
    private static String word(String text) {
        return text.isEmpty() ? "_" : text.replaceAll("[\\s\\p{Cntrl}:/,=]", "_");
    }

    private static String clean(String text) {
        return text.replaceAll("[\\p{Cntrl}\u2028\u2029\u0085]", " ");
    }
}
