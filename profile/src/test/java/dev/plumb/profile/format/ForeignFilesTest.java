package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ValueType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Files of other tools.
class ForeignFilesTest {
    @Test
    void readsRealOutputOfPerfScript() throws IOException {
        Profile profile = Profiles.read(Path.of("src/test/resources/foreign/dd.perf.txt"));
        assertThat(profile.tool()).isEqualTo("perf");
        assertThat(profile.valueTypes().getFirst()).isEqualTo(ValueType.count("samples"));
        assertThat(profile.total(0)).isPositive();
        assertThat(profile.samples())
                .allMatch(sample -> sample.comm().equals("dd") || sample.comm().startsWith("perf"));
        assertThat(profile.samples())
                .anyMatch(sample -> sample.kernelStack().frames().stream()
                        .anyMatch(frame -> frame.kind() == FrameKind.KERNEL
                                && !frame.symbol().isEmpty()));
    }

    @Test
    void readsFoldedLinesOfOtherTools() throws IOException {
        Profile profile = read("java;Main.run;sys_read_[k] 5\njava;Main.run 2\n");
        assertThat(profile.total(0)).isEqualTo(7);
        assertThat(profile.samples().getFirst().kernelStack().frames())
                .containsExactly(Frame.of("sys_read", FrameKind.KERNEL));
    }

    @Test
    void readsASpeedscopeFileOfEvents() throws IOException {
        Profile profile = read("""
                {"$schema":"https://www.speedscope.app/file-format-schema.json",
                 "profiles":[{"type":"evented","name":"main","unit":"milliseconds","startValue":0,"endValue":5,
                  "events":[{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":1.5},
                            {"type":"C","frame":1,"at":4},{"type":"C","frame":0,"at":5}]}],
                 "shared":{"frames":[{"name":"a"},{"name":"b","file":"b.py","line":3}]}}
                """);
        assertThat(profile.valueTypes()).containsExactly(ValueType.nanoseconds("time"));
        assertThat(profile.total(0)).isEqualTo(5_000_000);
        assertThat(profile.samples()).hasSize(2);
        assertThat(profile.samples().get(1).frames()).extracting(Frame::symbol).containsExactly("b", "a");
        assertThat(profile.samples().get(1).value(0)).isEqualTo(2_500_000);
    }

    @Test
    void readsAnOlderFirefoxProfileWithTablesInItsThreads() throws IOException {
        Profile profile = read("""
                {"meta":{"preprocessedProfileVersion":46,"startTime":1000.5,"interval":1},"threads":[
                 {"name":"GeckoMain","pid":"77","tid":78,"processName":"firefox",
                  "samples":{"length":2,"stack":[1,null],"time":[0,1],"weight":null,"weightType":"samples"},
                  "stackTable":{"length":2,"frame":[0,1],"prefix":[null,0]},
                  "frameTable":{"length":2,"func":[0,1],"line":[null,7],"inlineDepth":[0,0]},
                  "funcTable":{"length":2,"name":[0,1],"resource":[-1,-1],"fileName":[null,2]},
                  "resourceTable":{"length":0,"name":[]},"stringArray":["root","leaf","x.js"]}]}
                """);
        assertThat(profile.total(0)).isEqualTo(2);
        assertThat(profile.samples().getFirst().frames())
                .extracting(Frame::name)
                .containsExactly("leaf", "root");
        assertThat(profile.samples().getFirst().frames().getFirst().file()).isEqualTo("x.js");
        assertThat(profile.samples().getFirst().pid()).isEqualTo(77);
    }

    @Test
    void readsPlumbJsonWithItsFieldsInAnotherOrder() throws IOException {
        Profile profile = read("""
                {"totals":{"unit":"nanoseconds","lost":4},"samples":[{"value":9,"count":2,"comm":"x",
                  "user_stack":[{"symbol":"f","kind":"cobol","more":1}],"pid":1,"tid":2}],
                 "tool":"cpu","plumb":1,"start":"2026-01-01T00:00:00Z"}
                """);
        assertThat(profile.tool()).isEqualTo("cpu");
        assertThat(profile.totals().value()).isEqualTo(9);
        assertThat(profile.loss().lost()).isEqualTo(4);
        assertThat(profile.samples().getFirst().frames().getFirst().kind()).isEqualTo(FrameKind.OTHER);
    }

    @Test
    void saysThatItKnowsNoSuchFormat() {
        assertThatThrownBy(() -> read("hello\n")).hasMessageContaining("known endings: .html, .json, .folded, .pb.gz");
    }

    private static Profile read(String text) throws IOException {
        return Profiles.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "unnamed");
    }
}
