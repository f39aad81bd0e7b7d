package dev.plumb.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProfileTest {
    private static final List<ValueType> CPU = List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu"));
    private static final Task TASK = new Task(10, 11, "worker", "pool-1");
    private static final Stack MAIN = Stack.of(Frame.of("main", FrameKind.NATIVE));
    private static final Stack READ = Stack.of(Frame.of("vfs_read", FrameKind.KERNEL));

    @Test
    void addsUpEqualSamples() {
        Profile profile = new ProfileBuilder("cpu", CPU)
                .add(TASK, Map.of("cause", "lock"), READ, MAIN, 1, 10)
                .add(TASK, Map.of("cause", "lock"), READ, Stack.of(Frame.of("main", FrameKind.NATIVE)), 2, 20)
                .add(TASK, Stack.EMPTY, MAIN, 4, 40)
                .build();
        assertThat(profile.samples()).hasSize(2);
        assertThat(profile.samples().getFirst().values()).containsExactly(3, 30);
        assertThat(profile.totals()).isEqualTo(new Totals(7, 70, "nanoseconds", 2, Loss.NONE));
        assertThat(profile.stacks()).hasSize(3);
    }

    @Test
    void kernelFramesComeBeforeUserFrames() {
        Profile profile =
                new ProfileBuilder("cpu", CPU).add(TASK, READ, MAIN, 1, 1).build();
        assertThat(profile.samples().getFirst().frames())
                .extracting(Frame::symbol)
                .containsExactly("vfs_read", "main");
    }

    @Test
    void sumsAreExactForManyRandomSamples() {
        Random random = new Random(5);
        ProfileBuilder builder = new ProfileBuilder("cpu", CPU);
        Map<String, Long> expected = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            int task = random.nextInt(100);
            int stack = random.nextInt(500);
            builder.add(
                    new Task(task, task, "t", ""),
                    Stack.EMPTY,
                    Stack.of(Frame.of("f" + stack, FrameKind.NATIVE)),
                    1,
                    i);
            expected.merge(task + "/f" + stack, (long) i, Long::sum);
        }
        Profile profile = builder.build();
        Map<String, Long> actual = new HashMap<>();
        for (Sample sample : profile.samples()) {
            String key = sample.pid() + "/" + sample.frames().getFirst().symbol();
            assertThat(actual.put(key, sample.value(1))).isNull();
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(profile.totals().samples()).isEqualTo(200_000);
        assertThat(profile.totals().stacks()).isEqualTo(500);
    }

    @Test
    void mergeAddsValuesLossesAndTime() {
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        Profile first = new ProfileBuilder("cpu", CPU)
                .start(start)
                .duration(Duration.ofSeconds(10))
                .loss(Loss.NONE.withLost(1).withReasons(List.of(new LossReason(7, "EFAULT", 2))))
                .add(TASK, READ, MAIN, 1, 10)
                .build();
        Profile second = new ProfileBuilder("cpu", CPU)
                .start(start.plusSeconds(15))
                .duration(Duration.ofSeconds(5))
                .loss(Loss.NONE.withLost(2).withRoots(1, 2).withReasons(List.of(new LossReason(7, "EFAULT", 3))))
                .add(TASK, READ, MAIN, 2, 20)
                .build();
        Profile merged = first.merge(second);
        assertThat(merged.start()).isEqualTo(start);
        assertThat(merged.duration()).isEqualTo(Duration.ofSeconds(20));
        assertThat(merged.totals().value()).isEqualTo(30);
        assertThat(merged.loss().lost()).isEqualTo(3);
        assertThat(merged.loss().rootReachedPercent()).isEqualTo(50);
        assertThat(merged.loss().reasons()).containsExactly(new LossReason(7, "EFAULT", 5));
        assertThat(second.merge(first)).isEqualTo(merged);
    }

    @Test
    void refusesToMergeDifferentValueTypes() {
        Profile cpu = new ProfileBuilder("cpu", CPU).build();
        Profile memory = new ProfileBuilder("memory", List.of(ValueType.bytes("alloc_space"))).build();
        assertThatThrownBy(() -> cpu.merge(memory)).hasMessageContaining("value types differ");
    }

    @Test
    void aBuilderGoesOnAfterBuildWithoutChangingTheProfile() {
        ProfileBuilder builder = new ProfileBuilder("cpu", CPU).add(TASK, READ, MAIN, 1, 10);
        Profile before = builder.build();
        builder.add(TASK, READ, MAIN, 1, 10);
        assertThat(before.totals().value()).isEqualTo(10);
        assertThat(builder.build().totals().value()).isEqualTo(20);
    }

    @Test
    void equalFramesAreKeptOnce() {
        Profile profile = new ProfileBuilder("cpu", CPU)
                .add(TASK, Stack.EMPTY, Stack.of(frame("leaf"), frame("main")), 1, 1)
                .add(TASK, Stack.EMPTY, Stack.of(frame("main")), 1, 1)
                .build();
        assertThat(profile.samples().get(0).frames().get(1))
                .isSameAs(profile.samples().get(1).frames().get(0));
    }

    @Test
    void namesAnUnknownFrameByItsModule() {
        assertThat(Frame.unknown(0x7f00_1234L, "/usr/lib/libc.so.6", 0x1234, FrameKind.NATIVE)
                        .name())
                .isEqualTo("libc.so.6+0x1234");
        assertThat(Frame.unknown(0x7f00_1234L, "", 0, FrameKind.NATIVE).name()).isEqualTo("0x7f001234");
    }

    private static Frame frame(String symbol) {
        return new Frame(0x10, symbol, 1, "/bin/x", "x.c", 3, false, FrameKind.NATIVE);
    }
}
