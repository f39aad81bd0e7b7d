package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/// What recording commands say of wrong command lines, before they do anything.
class RecordingOptionsTest {
    private static String usageError(String... args) {
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err), args);
        assertThat(status).as(err.toString()).isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    @Test
    void wantsTwoDashesBeforeACommand() {
        assertThat(usageError("cpu", "make")).contains("unexpected 'make': put -- before a command");
        assertThat(usageError("cpu", "--")).contains("nothing follows --");
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        assertThat(usageError("cpu", "-K", "-U")).contains("-K and -U exclude each other");
        assertThat(usageError("cpu", "-F", "0")).contains("-F 0: choose 1 to");
        assertThat(usageError("cpu", "--max-depth", "100000")).contains("kernel.perf_event_max_stack");
        assertThat(usageError("cpu", "--stack-slots", "0")).contains("--stack-slots 0");
        assertThat(usageError("cpu", "--format", "xml")).contains("no format is called 'xml'");
        assertThat(usageError("cpu", "--top", "0")).contains("--top 0");
        assertThat(usageError("cpu", "-d", "soon")).contains("'soon' is no length of time");
    }

    @Test
    void wantsAProbe() {
        assertThat(usageError("stacks")).contains("name a probe");
        assertThat(usageError("stacks", "usdt:x")).contains("not a probe: 'usdt:x'");
    }

    @ParameterizedTest
    @CsvSource({"10s,10000", "500ms,500", "2m,120000", "1h,3600000", "3,3000", "0.5s,500", "1.25,1250"})
    void readsLengthsOfTime(String text, long millis) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0s", "-1s", "s", "1d", "1e3", "99999999999s"})
    void refusesWhatIsNoLengthOfTime(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
