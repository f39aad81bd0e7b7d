package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.json.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Writes one chunk of a JFR file, with a `jdk.ExecutionSample` for each event of the profile, which every JFR tool
/// shows, and a `dev.plumb.Sample` for each sample, which keeps values and labels.
///
/// ```
///  0 'F' 'L' 'R' 0    4 major, minor (2 bytes each)     8 size of the chunk
/// 16 offset of the checkpoint                          24 offset of the metadata
/// 32 start, nanoseconds since 1970                     40 duration in nanoseconds
/// 48 start in ticks                                    56 ticks a second
/// 64 flags (4 bytes; 1: packed numbers)                68 events, checkpoint, metadata
/// ```
/// All numbers of the head are big-endian, of 8 bytes where nothing else is said.
final class JfrWriter implements ProfileWriter {
    static final int MAGIC = 0x464c5200;
    static final int HEAD_BYTES = 68;
    private static final long TICKS_PER_SECOND = 1_000_000_000L;

    @Override
    public void write(Profile profile, OutputStream out) throws IOException {
        Run run = new Run(profile);
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        CountingStream counted = new CountingStream();
        run.events(counted);
        JfrBuffer checkpoint = run.pools.event();
        JfrBuffer metadata = JfrMetadata.event();
        long checkpointAt = HEAD_BYTES + counted.count();
        long metadataAt = checkpointAt + checkpoint.size();
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        head.putInt(MAGIC).putShort((short) 2).putShort((short) 1);
        head.putLong(metadataAt + metadata.size()).putLong(checkpointAt).putLong(metadataAt);
        head.putLong(Nanos.of(profile.start()))
                .putLong(Math.max(1, profile.duration().toNanos()));
        head.putLong(0).putLong(TICKS_PER_SECOND).putInt(1);
        buffered.write(head.array());
        run.events(buffered);
        checkpoint.writeTo(buffered);
        metadata.writeTo(buffered);
        buffered.flush();
    }

    /// Counts what is written and drops it: the head needs the length of the events before they go out.
    private static final class CountingStream extends OutputStream {
        private long count;

        long count() {
            return count;
        }

        @Override
        public void write(int b) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            count += length;
        }
    }

    /// One profile on its way out; its events are produced twice, alike.
    private static final class Run {
        private final Profile profile;
        private final Events events;
        private final JfrPools pools = new JfrPools();
        private final JfrBuffer body = new JfrBuffer();
        private final JfrBuffer framed = new JfrBuffer();

        Run(Profile profile) {
            this.profile = profile;
            this.events = new Events(profile);
        }

        void events(OutputStream out) throws IOException {
            body.clear().number(JfrType.PLUMB_PROFILE.id()).number(0);
            put(body.text(Header.summary(profile)).text(Header.text(profile)), out);
            long number = 0;
            for (Sample sample : profile.samples()) {
                int thread = pools.thread(sample.task());
                int stack = pools.stackTrace(sample);
                sample(sample, events.nanos(number), thread, stack, out);
                for (long n = events.of(sample); n > 0; n--) {
                    body.clear().number(JfrType.EXECUTION_SAMPLE.id()).number(events.nanos(number++));
                    put(body.number(thread).number(stack).number(pools.runnable()), out);
                }
            }
        }

        private void sample(Sample sample, long ticks, int thread, int stack, OutputStream out) throws IOException {
            body.clear().number(JfrType.PLUMB_SAMPLE.id()).number(ticks);
            put(body.number(thread).number(stack).text(values(sample)).text(labels(sample)), out);
        }

        /// The values by name, as JSON: `jfr print` shows text but no arrays of numbers.
        private String values(Sample sample) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            JsonWriter json = new JsonWriter(bytes).beginObject();
            for (int i = 0; i < profile.valueTypes().size(); i++) {
                json.field(profile.valueTypes().get(i).name(), sample.value(i));
            }
            json.endObject().flush();
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private static String labels(Sample sample) throws IOException {
            Map<String, String> labels = Stacks.labels(sample);
            if (labels.isEmpty()) {
                return "";
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            JsonWriter json = new JsonWriter(bytes);
            Header.map(labels, json);
            json.flush();
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private void put(JfrBuffer event, OutputStream out) throws IOException {
            framed.clear();
            if (event.size() < 0x7f) {
                framed.number(event.size() + 1);
            } else {
                framed.padded(event.size() + 4);
            }
            framed.append(event).writeTo(out);
        }
    }
}
