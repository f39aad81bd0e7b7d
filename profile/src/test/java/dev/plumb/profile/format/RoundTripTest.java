package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What goes in comes out, but for what docs/formats.md says a format cannot carry.
class RoundTripTest {
    private static final int PROFILES = 300;

    @Test
    void jsonLosesNothing() throws IOException {
        check(Formats.JSON, Mapped.all());
    }

    @Test
    void pprofLosesOffsetsWithinFunctionsOnly() throws IOException {
        check(Formats.PPROF, Mapped.all().frames(Mapped::noOffset));
    }

    @Test
    void otlpLosesOffsetsWithinFunctionsOnly() throws IOException {
        check(Formats.OTLP, Mapped.all().frames(Mapped::noOffset));
    }

    @Test
    void speedscopeKeepsFunctionsButNotAddressesAndLines() throws IOException {
        check(Formats.SPEEDSCOPE, Mapped.all().frames(Mapped::functionOnly));
    }

    @Test
    void jfrLosesAddressesAndOffsetsOnly() throws IOException {
        check(Formats.JFR, Mapped.all().frames(Mapped::noAddress));
    }

    @Test
    void firefoxLosesNothing() throws IOException {
        check(Formats.FIREFOX, Mapped.all());
    }

    @Test
    void perfScriptComesOutAsItWentIn() throws IOException {
        Random random = new Random(44);
        for (int i = 0; i < PROFILES; i++) {
            Profile profile = SampleProfiles.random(random);
            byte[] written = Bytes.write(Formats.PERF_SCRIPT, profile);
            Profile read = Bytes.read(Formats.PERF_SCRIPT, written);
            Profile again = Bytes.roundTrip(Formats.PERF_SCRIPT, read);
            assertThat(again.samples()).containsExactlyInAnyOrderElementsOf(read.samples());
            assertThat(read.totals().value()).isEqualTo(profile.totals().value());
            assertThat(read.loss()).isEqualTo(profile.loss());
        }
    }

    @Test
    void foldedLinesComeOutAsTheyWentIn() throws IOException {
        Random random = new Random(43);
        for (int i = 0; i < PROFILES; i++) {
            Profile profile = SampleProfiles.random(random);
            byte[] written = Bytes.write(Formats.FOLDED, profile);
            Profile read = Bytes.read(Formats.FOLDED, written);
            assertThat(lines(Bytes.write(Formats.FOLDED, read))).isEqualTo(lines(written));
            assertThat(read.total(0)).isEqualTo(profile.totals().value());
            assertThat(read.loss()).isEqualTo(profile.loss());
        }
    }

    private static List<String> lines(byte[] folded) {
        return new String(folded, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("# "))
                .sorted()
                .toList();
    }

    private static void check(Format format, Mapped carried) throws IOException {
        Random random = new Random(42);
        Profile small = SampleProfiles.small();
        assertThat(Bytes.roundTrip(format, small)).isEqualTo(carried.of(small));
        for (int i = 0; i < PROFILES; i++) {
            Profile profile = SampleProfiles.random(random);
            Profile read = Bytes.roundTrip(format, profile);
            Profile expected = carried.of(profile);
            assertThat(read.samples()).containsExactlyInAnyOrderElementsOf(expected.samples());
            assertThat(read).isEqualTo(expected);
        }
    }
}
