package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/// The JDK's `jfr` program, its parser and that of JDK Mission Control open what we write; we open what a JVM writes.
class JfrConsumersTest {
    @TempDir
    Path folder;

    @Test
    void jfrSummaryCountsTheSamples() throws Exception {
        String summary =
                Tool.run(List.of(jfr(), "summary", write(SampleProfiles.small()).toString()));
        assertThat(summary).containsPattern("jdk.ExecutionSample\\s+7\\s");
        assertThat(summary).contains("Start: 2026-01-02 03:04:05", "Duration: 10 s");
    }

    @Test
    void jfrPrintShowsStacksAndLosses() throws Exception {
        String file = write(SampleProfiles.small()).toString();
        String samples = Tool.run(List.of(jfr(), "print", "--events", "jdk.ExecutionSample", file));
        assertThat(samples).contains("[kernel.kallsyms].futex_wait()", "app.lock() line: 12", "java.lang.Thread.run()");
        assertThat(samples).contains("sampledThread = \"pool-1\"");
        String all = Tool.run(List.of(jfr(), "print", file));
        assertThat(all).contains("lost=3 truncated=2 collided=1 unknownFrames=5", "offcpu\":1500");
    }

    @Test
    void theJdksParserSeesEveryFrame() throws IOException {
        Random random = new Random(31);
        for (int i = 0; i < 20; i++) {
            Profile profile = SampleProfiles.random(random);
            List<RecordedEvent> events = RecordingFile.readAllEvents(write(profile)).stream()
                    .filter(event -> event.getEventType().getName().equals("dev.plumb.Sample"))
                    .toList();
            assertThat(events).hasSameSizeAs(profile.samples());
            for (int s = 0; s < events.size(); s++) {
                Sample sample = profile.samples().get(s);
                assertThat(events.get(s).getStackTrace().getFrames().stream()
                                .map(frame -> frame.getLineNumber())
                                .toList())
                        .isEqualTo(sample.frames().stream().map(Frame::line).toList());
            }
        }
    }

    @Test
    void missionControlCountsTheSamples() throws Exception {
        IItemCollection items =
                JfrLoaderToolkit.loadEvents(write(SampleProfiles.small()).toFile());
        assertThat(items.apply(ItemFilters.type("jdk.ExecutionSample")).stream()
                        .mapToLong(items1 -> items1.getItemCount())
                        .sum())
                .isEqualTo(7);
    }

    @Test
    void readsWhatThisJvmRecords() throws Exception {
        Path file = folder.resolve("real.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            recording.start();
            burn(Duration.ofMillis(700));
            recording.stop();
            recording.dump(file);
        }
        long expected = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                .count();
        assertThat(expected).isPositive();
        Profile profile = Profiles.read(file);
        assertThat(profile.totals().samples()).isEqualTo(expected);
        long burning = profile.samples().stream()
                .filter(sample -> sample.frames().stream()
                        .anyMatch(frame -> frame.symbol().equals(JfrConsumersTest.class.getName() + ".burn")))
                .mapToLong(sample -> sample.value(0))
                .sum();
        assertThat(burning).isGreaterThan(expected / 2);
        assertThat(profile.samples().getFirst().frames().getFirst().kind()).isEqualTo(FrameKind.JAVA);
        System.out.printf("jfr: %d real execution samples, %d of them in the loop%n", expected, burning);
    }

    private static double burn(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        double sum = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 1000; i++) {
                sum += Math.sqrt(i + sum);
            }
        }
        return sum;
    }

    private static String jfr() {
        return Path.of(System.getProperty("java.home"), "bin", "jfr").toString();
    }

    private Path write(Profile profile) throws IOException {
        Path file = folder.resolve("p.jfr");
        Profiles.write(profile, file);
        return file;
    }
}
