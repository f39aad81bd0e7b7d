package dev.plumb.tools;

import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.symbols.Symbolizer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A tool at work: programs are attached and count. One thread uses it.
///
/// Call [#poll] a few times a second: it empties the kernel's maps, which are made for what comes in between, and looks
/// at processes while they are there.
public final class Recording implements AutoCloseable {
    private final String tool;
    private final Measure measure;
    private final StackStore store;
    private final boolean perThread;
    private final List<Map<String, String>> labels;
    private final Attachment attachment;
    private final Symbolizer symbolizer = new Symbolizer();
    private final SeenProcesses processes = new SeenProcesses(symbolizer);
    private final Map<String, String> host = HostFacts.read();
    private RawSamples samples = new RawSamples();
    private Instant start = Instant.now();
    private long startNanos = System.nanoTime();
    private boolean stopped;

    /// What holds a tool's programs to the kernel.
    public interface Attachment extends AutoCloseable {
        /// By which means, for those who ask.
        String means();

        /// Looks for what has changed, such as CPUs that came.
        default void refresh() {}

        /// Ends the programs; nothing is counted afterwards.
        @Override
        void close();
    }

    /// Takes over the store and the attachment, and closes them.
    ///
    /// @param labels the labels that samples refer to by their number, the first being 0
    public Recording(
            String tool,
            Measure measure,
            boolean perThread,
            List<Map<String, String>> labels,
            StackStore store,
            Attachment attachment) {
        this.tool = tool;
        this.measure = measure;
        this.perThread = perThread;
        this.labels = List.copyOf(labels);
        this.store = store;
        this.attachment = attachment;
    }

    /// By which means the programs are attached.
    public String means() {
        return attachment.means();
    }

    /// Collects what has been counted since the last time.
    public void poll() {
        if (!stopped) {
            attachment.refresh();
        }
        drain();
    }

    private void drain() {
        RawSamples fresh = new RawSamples();
        store.drain(fresh);
        fresh.forEach((key, weight) -> {
            if (processes.see(key.pid(), key.user())) {
                store.seen(key.pid());
            }
        });
        samples.addAll(fresh);
    }

    /// How many samples there are since the start or the last profile.
    public long samples() {
        return samples.count();
    }

    /// The profile of what was collected since the start or the last profile.
    public Profile take() {
        poll();
        RawSamples taken = samples;
        samples = new RawSamples();
        Duration duration = Duration.ofNanos(System.nanoTime() - startNanos);
        ProfileBuilder builder = new ProfileBuilder(tool, measure.types())
                .start(start)
                .duration(duration)
                .host(host);
        start = Instant.now();
        startNanos = System.nanoTime();
        new ProfileAssembly(symbolizer, processes, store.options().maxDepth(), perThread, measure, labels)
                .add(taken, builder);
        return builder.build();
    }

    /// Ends the counting. What was counted can still be taken.
    public void stop() {
        if (!stopped) {
            stopped = true;
            attachment.close();
            drain(); // the set in use, so that the next poll has the other one
        }
    }

    @Override
    public void close() {
        stop();
        store.close();
        symbolizer.close();
    }
}
