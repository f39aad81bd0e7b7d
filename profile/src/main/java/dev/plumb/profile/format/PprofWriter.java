package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Writes gzipped pprof. Samples go out as they come; the tables they refer to follow.
final class PprofWriter implements ProfileWriter {
    private static final Stack NO_STACK = Stack.of(Frame.of(Pprof.NO_STACK, FrameKind.OTHER));

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        GZIPOutputStream zip = new GZIPOutputStream(out, 1 << 16);
        OutputStream buffered = new BufferedOutputStream(zip, 1 << 16);
        new Run(profile, buffered).write();
        buffered.flush();
        zip.finish();
        out.flush();
    }

    /// One profile on its way out.
    private static final class Run {
        private final Profile profile;
        private final OutputStream out;
        private final Locations tables = new Locations();
        private final ProtoWriter top = new ProtoWriter();
        private final ProtoWriter message = new ProtoWriter();
        private final ProtoWriter nested = new ProtoWriter();

        Run(Profile profile, OutputStream out) {
            this.profile = profile;
            this.out = out;
        }

        void write() throws IOException {
            for (ValueType type : profile.valueTypes()) {
                message.clear().number(Pprof.VALUE_TYPE_TYPE, tables.string(type.name()));
                put(Pprof.PROFILE_SAMPLE_TYPE, message.number(Pprof.VALUE_TYPE_UNIT, tables.string(type.unit())));
            }
            for (Sample sample : profile.samples()) {
                sample(sample);
            }
            locations();
            functions();
            String kinds = mappings();
            top.clear()
                    .number(Pprof.PROFILE_TIME_NANOS, Nanos.of(profile.start()))
                    .number(Pprof.PROFILE_DURATION_NANOS, profile.duration().toNanos());
            for (String comment : List.of(Header.summary(profile), Header.text(profile), kinds)) {
                top.element(Pprof.PROFILE_COMMENT, tables.string(comment));
            }
            String main = profile.valueTypes().get(profile.mainIndex()).name();
            top.number(Pprof.PROFILE_DEFAULT_SAMPLE_TYPE, tables.string(main)).writeTo(out);
            for (String text : tables.strings()) {
                top.clear().string(Pprof.PROFILE_STRING_TABLE, text).writeTo(out);
            }
        }

        private void put(int field, ProtoWriter value) throws IOException {
            top.clear().message(field, value).writeTo(out);
        }

        private void sample(Sample sample) throws IOException {
            long[] kernel = tables.of(sample.kernelStack());
            long[] user = tables.of(sample.userStack());
            long[] both = Arrays.copyOf(kernel, kernel.length + user.length);
            System.arraycopy(user, 0, both, kernel.length, user.length);
            both = both.length == 0 ? tables.of(NO_STACK) : both;
            message.clear().packed(Pprof.SAMPLE_LOCATION_ID, both).packed(Pprof.SAMPLE_VALUE, sample.values());
            Task task = sample.task();
            label("pid", task.pid());
            label("tid", task.tid());
            label("comm", task.comm());
            if (!task.thread().isEmpty()) {
                label("thread", task.thread());
            }
            for (Map.Entry<String, String> label : Stacks.labels(sample).entrySet()) {
                label(label.getKey(), label.getValue());
            }
            put(Pprof.PROFILE_SAMPLE, message);
        }

        private void label(String name, long number) {
            nested.clear().number(Pprof.LABEL_KEY, tables.string(name)).number(Pprof.LABEL_NUM, number);
            message.message(Pprof.SAMPLE_LABEL, nested);
        }

        private void label(String name, String text) {
            nested.clear().number(Pprof.LABEL_KEY, tables.string(name));
            message.message(Pprof.SAMPLE_LABEL, nested.number(Pprof.LABEL_STR, tables.string(text)));
        }

        private void locations() throws IOException {
            for (int id = 1; id < tables.locations().size(); id++) {
                List<Frame> frames = tables.locations().get(id);
                message.clear().number(Pprof.LOCATION_ID, id);
                message.number(Pprof.LOCATION_MAPPING_ID, tables.module(frames.getLast()));
                message.number(Pprof.LOCATION_ADDRESS, frames.getLast().address());
                for (Frame frame : frames) {
                    nested.clear().number(Pprof.LINE_FUNCTION_ID, tables.function(frame));
                    message.message(Pprof.LOCATION_LINE, nested.number(Pprof.LINE_LINE, frame.line()));
                }
                put(Pprof.PROFILE_LOCATION, message);
            }
        }

        private void functions() throws IOException {
            int id = 0;
            for (Locations.Function function : tables.functions()) {
                int name = tables.string(function.name());
                message.clear().number(Pprof.FUNCTION_ID, ++id).number(Pprof.FUNCTION_NAME, name);
                message.number(Pprof.FUNCTION_SYSTEM_NAME, function.known() ? name : 0);
                put(Pprof.PROFILE_FUNCTION, message.number(Pprof.FUNCTION_FILENAME, tables.string(function.file())));
            }
        }

        /// Writes the mappings and answers the comment about their kinds.
        private String mappings() throws IOException {
            StringBuilder kinds = new StringBuilder(Pprof.KINDS_COMMENT);
            int id = 0;
            for (Locations.Module module : tables.modules()) {
                message.clear().number(Pprof.MAPPING_ID, ++id);
                message.number(Pprof.MAPPING_FILENAME, tables.string(module.path()));
                message.number(Pprof.MAPPING_HAS_FUNCTIONS, 1).number(Pprof.MAPPING_HAS_FILENAMES, 1);
                message.number(Pprof.MAPPING_HAS_LINE_NUMBERS, 1).number(Pprof.MAPPING_HAS_INLINE_FRAMES, 1);
                put(Pprof.PROFILE_MAPPING, message);
                kinds.append(' ').append(id).append('=').append(module.kind().label());
            }
            return kinds.toString();
        }
    }
}
