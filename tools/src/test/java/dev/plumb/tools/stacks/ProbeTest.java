package dev.plumb.tools.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeTest {
    @Test
    void readsEachKind() {
        assertThat(Probe.parse("vfs_read"))
                .isEqualTo(new Probe.KernelFunction("vfs_read", "vfs_read", Probe.Means.BEST));
        assertThat(Probe.parse("kprobe:vfs_*"))
                .isInstanceOfSatisfying(
                        Probe.KernelFunction.class,
                        probe -> assertThat(probe.isGlob()).isTrue());
        assertThat(Probe.parse("fentry:f")).isEqualTo(new Probe.KernelFunction("fentry:f", "f", Probe.Means.FENTRY));
        assertThat(Probe.parse("rawtp:x")).isEqualTo(new Probe.RawTracepoint("rawtp:x", "x"));
        assertThat(Probe.parse("tracepoint:a:b")).isEqualTo(new Probe.Tracepoint("tracepoint:a:b", "a", "b"));
    }

    @Test
    void takesAPathWithColons() {
        assertThat(Probe.parse("uprobe:/opt/a:b/lib.so:f"))
                .isEqualTo(new Probe.UserFunction("uprobe:/opt/a:b/lib.so:f", Path.of("/opt/a:b/lib.so"), "f"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "kprobe:", "tracepoint:sched", "tracepoint::x", "uprobe:malloc", "uprobe:/x:", "usdt:x"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Probe.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a probe: '" + text + "'");
    }
}
