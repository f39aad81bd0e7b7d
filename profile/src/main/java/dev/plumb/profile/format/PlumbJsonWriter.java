package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes Plumb JSON, one sample a line.
final class PlumbJsonWriter implements ProfileWriter {

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        JsonWriter json = new JsonWriter(out);
        IdentityHashMap<Frame, byte[]> frames = new IdentityHashMap<>();
        boolean allValues = needsAllValues(profile.valueTypes());
        json.beginObject();
        Header.write(profile, json);
        json.name("samples").beginArray();
        for (Sample sample : profile.samples()) {
            json.line();
            sample(profile, sample, allValues, frames, json);
        }
        json.endArray().endObject().flush();
        out.write('\n');
        out.flush();
    }

    /// Whether `count` and `value` cannot tell all values of a sample.
    static boolean needsAllValues(List<ValueType> types) {
        boolean one = types.size() == 1 && types.getFirst().isCount();
        boolean two = types.size() == 2
                && types.getFirst().isCount()
                && !types.getLast().isCount();
        return !one && !two;
    }

    private static void sample(
            Profile profile, Sample sample, boolean allValues, IdentityHashMap<Frame, byte[]> frames, JsonWriter json)
            throws IOException {
        json.beginObject().field("pid", sample.pid()).field("tid", sample.tid());
        json.field("comm", sample.comm()).field("thread", sample.thread());
        json.field("count", profile.count(sample)).field("value", sample.value(profile.mainIndex()));
        if (allValues) {
            json.name("values").beginArray();
            for (int i = 0; i < profile.valueTypes().size(); i++) {
                json.value(sample.value(i));
            }
            json.endArray();
        }
        json.name("labels");
        Header.map(sample.labels(), json);
        json.name("kernel_stack");
        frames(sample.kernelStack().frames(), frames, json);
        json.name("user_stack");
        frames(sample.userStack().frames(), frames, json);
        json.field("kernel_stack_error", sample.kernelStack().error());
        json.field("user_stack_error", sample.userStack().error()).endObject();
    }

    /// Writes a stack; the text of a frame is made once, as the same few frames come again and again.
    private static void frames(List<Frame> stack, IdentityHashMap<Frame, byte[]> texts, JsonWriter json)
            throws IOException {
        json.beginArray();
        for (Frame frame : stack) {
            byte @Nullable [] text = texts.get(frame);
            if (text == null) {
                text = FrameJson.bytes(frame);
                texts.put(frame, text);
            }
            json.raw(text);
        }
        json.endArray();
    }
}
