package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads JFR files: our own exactly, those of a JVM or another profiler by their execution samples.
final class JfrReader implements ProfileReader {
    private static final String PROFILE = "dev.plumb.Profile";
    private static final String SAMPLE = "dev.plumb.Sample";
    private static final Set<String> EXECUTION =
            Set.of("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample");

    @Override
    public Profile read(InputStream in) throws IOException {
        byte[] bytes = BoundedInput.readAll(BoundedInput.unzipped(in));
        List<JfrChunk> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; at = chunks.getLast().end()) {
            chunks.add(new JfrChunk(bytes, at));
        }
        if (chunks.isEmpty()) {
            throw new FormatException("JFR: the file is empty");
        }
        @Nullable String text = headerText(chunks.getFirst());
        return text == null ? foreign(chunks) : own(chunks, HeaderReader.of(text));
    }

    private static @Nullable String headerText(JfrChunk chunk) throws IOException {
        @Nullable String[] text = {null};
        chunk.events(Set.of(PROFILE), (type, values) -> text[0] = chunk.asText(chunk.field(type, values, "header")));
        return text[0];
    }

    private static Profile own(List<JfrChunk> chunks, HeaderReader header) throws IOException {
        ProfileBuilder builder = header.builder();
        int width = header.valueTypes().size();
        for (JfrChunk chunk : chunks) {
            JfrSamples samples = new JfrSamples(chunk);
            chunk.events(Set.of(SAMPLE), (type, values) -> samples.addOwn(type, values, width, builder));
        }
        return builder.build();
    }

    private static Profile foreign(List<JfrChunk> chunks) throws IOException {
        HeaderReader header = new HeaderReader();
        header.tool("jfr");
        header.valueTypes(List.of(ValueType.count("samples")));
        JfrChunk first = chunks.getFirst();
        JfrChunk last = chunks.getLast();
        header.start(Nanos.of(first.startNanos()));
        header.duration(Math.max(0, last.startNanos() - first.startNanos() + last.durationNanos()));
        ProfileBuilder builder = header.builder();
        for (JfrChunk chunk : chunks) {
            JfrSamples samples = new JfrSamples(chunk);
            chunk.events(EXECUTION, (type, values) -> samples.add(type, values, builder));
        }
        Profile profile = builder.build();
        if (profile.samples().isEmpty()) {
            throw new FormatException("JFR: no execution samples; was the recording made with them on?");
        }
        return profile;
    }
}
