package dev.plumb.profile.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
    private static final List<ValueType> CPU = List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu"));
    private static final Task TASK = new Task(10, 11, "worker", "pool-1");
    private static final Frame MAIN = line("main", 3);
    private static final Stack READ = Stack.of(Frame.of("vfs_read", FrameKind.KERNEL));

    @Test
    void pageHoldsWhatTheGoldenFileSays() throws IOException {
        assertThat(PageReader.of(FlameGraph.of(small())).dump()).isEqualTo(golden("small-page.txt"));
    }

    @Test
    void everySampleComesBackFromThePage() throws IOException {
        int profiles = 300;
        for (int seed = 0; seed < profiles; seed++) {
            Profile profile = random(seed);
            assertThat(samplesOf(PageReader.of(FlameGraph.of(profile)))).isEqualTo(samplesOf(profile));
        }
        System.out.println("flame graph round trip: " + profiles + " random profiles");
    }

    @Test
    void kernelFramesAreCalledByUserFrames() throws IOException {
        Profile profile = cpu().add(TASK, READ, Stack.of(MAIN), 1, 10).build();
        assertThat(PageReader.of(FlameGraph.of(profile)).path(0)).isEqualTo(";native:main;kernel:vfs_read");
    }

    @Test
    void linesOfAFunctionAreOneNodeThatKnowsTheHeaviest() throws IOException {
        Profile profile = cpu().add(TASK, Stack.EMPTY, Stack.of(line("main", 3)), 1, 10)
                .add(TASK, Stack.EMPTY, Stack.of(line("main", 4)), 1, 30)
                .add(TASK, Stack.EMPTY, Stack.of(line("main", 5)), 1, 20)
                .build();
        PageReader page = PageReader.of(FlameGraph.of(profile));
        assertThat(page.ints.get("depth")).containsExactly(1);
        assertThat(page.ints.get("places")).containsExactly(3);
        assertThat(page.ints.get("placeLine")[page.ints.get("place")[0]]).isEqualTo(4);
        assertThat(page.doubles.get("value1.0")).containsExactly(60);
    }

    @Test
    void unknownFunctionsOfAModuleAreOne() throws IOException {
        Profile profile = cpu().add(TASK, Stack.EMPTY, unknown(0x10), 1, 10)
                .add(TASK, Stack.EMPTY, unknown(0x20), 1, 20)
                .build();
        PageReader page = PageReader.of(FlameGraph.of(profile));
        assertThat(page.path(0)).isEqualTo(";native:[libx.so]");
        assertThat(page.text("placeFile", page.ints.get("place")[0])).isEqualTo("libx.so+0x20");
    }

    @Test
    void aStackThatCouldNotBeReadIsAFrame() throws IOException {
        Stack cut = Stack.of(List.of(MAIN), "ENOMEM: cut");
        Profile profile = cpu().add(TASK, READ, Stack.failed("EFAULT: bad address"), 1, 10)
                .add(TASK, Stack.failed("EEXIST: taken"), cut, 1, 10)
                .build();
        PageReader page = PageReader.of(FlameGraph.of(profile));
        assertThat(page.path(0)).isEqualTo(";missing:[user stack: EFAULT: bad address];kernel:vfs_read");
        assertThat(page.path(1))
                .isEqualTo(";missing:[user stack: ENOMEM: cut];native:main;missing:[kernel stack: EEXIST: taken]");
    }

    @Test
    void comparisonKeepsBothSidesAndMatchesProcessesByName() throws IOException {
        Profile before = cpu().add(TASK, READ, Stack.of(MAIN), 1, 10).build();
        Profile after = cpu().add(new Task(77, 78, "worker", "pool-1"), READ, Stack.of(MAIN), 4, 40)
                .add(TASK, Stack.EMPTY, Stack.of(MAIN), 2, 20)
                .build();
        PageReader page = PageReader.of(FlameGraph.diff(before, after));
        assertThat(page.doubles.get("value0.0")).containsExactly(1, 0);
        assertThat(page.doubles.get("value0.1")).containsExactly(4, 2);
        assertThat(page.doubles.get("value1.0")).containsExactly(10, 0);
        assertThat(page.doubles.get("value1.1")).containsExactly(40, 20);
        assertThat(page.ints.get("threadPid")).containsExactly(-1);
    }

    @Test
    void comparesByTheValuesBothProfilesHave() throws IOException {
        Profile before = cpu().add(TASK, READ, Stack.of(MAIN), 1, 10).build();
        Profile after = new ProfileBuilder("cpu", List.of(ValueType.nanoseconds("cpu")))
                .add(TASK, READ, Stack.of(MAIN), 30)
                .build();
        PageReader page = PageReader.of(FlameGraph.diff(before, after));
        assertThat(page.doubles).containsOnlyKeys("value0.0", "value0.1");
        assertThat(page.doubles.get("value0.0")).containsExactly(10);
        assertThat(page.doubles.get("value0.1")).containsExactly(30);
    }

    @Test
    void rejectsProfilesWithNoValueInCommon() {
        Profile heap = new ProfileBuilder("memory", List.of(ValueType.bytes("live"))).build();
        assertThatThrownBy(() -> FlameGraph.diff(cpu().build(), heap))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no value type in common")
                .hasMessageContaining("same tool");
    }

    @Test
    void anEmptyProfileIsAPageToo() throws IOException {
        PageReader page = PageReader.of(FlameGraph.of(cpu().build()));
        assertThat(page.ints.get("depth")).isEmpty();
        assertThat(page.strings).isEmpty();
    }

    private static ProfileBuilder cpu() {
        return new ProfileBuilder("cpu", CPU);
    }

    private static Frame line(String name, int line) {
        return new Frame(0x1000 + line, name, line, "/usr/bin/app", "app.c", line, false, FrameKind.NATIVE);
    }

    private static Stack unknown(long offset) {
        return Stack.of(Frame.unknown(0x7000 + offset, "/lib/libx.so", offset, FrameKind.NATIVE));
    }

    private static Profile small() {
        Frame inlined = new Frame(0x20, "helper", 0, "/usr/bin/app", "app.c", 9, true, FrameKind.NATIVE);
        Frame java = new Frame(0x30, "Shop.serve", 0, "shop.jar", "Shop.java", 12, false, FrameKind.JAVA);
        Loss loss = new Loss(1, 2, 3, 4, 5, 6, List.of(new LossReason(10, "user stack: EFAULT", 7)));
        return cpu().start(Instant.parse("2026-01-02T03:04:05Z"))
                .duration(Duration.ofSeconds(2))
                .host("kernel", "6.12.1 </script>")
                .add(TASK, Map.of("cause", "lock"), READ, Stack.of(inlined, MAIN), 3, 30)
                .add(TASK, Stack.EMPTY, Stack.of(MAIN), 1, 10)
                .add(new Task(20, 20, "java", ""), Stack.EMPTY, Stack.of(java, MAIN), 2, 20)
                .loss(loss)
                .build();
    }

    private static Profile random(int seed) {
        Random random = new Random(seed);
        ProfileBuilder builder = cpu();
        for (int i = random.nextInt(60); i > 0; i--) {
            builder.add(
                    new Task(random.nextInt(3), random.nextInt(3), "c" + random.nextInt(2), "t"),
                    random.nextBoolean() ? Map.of() : Map.of("k" + random.nextInt(2), "v" + random.nextInt(3)),
                    stack(random, FrameKind.KERNEL, 3),
                    stack(random, FrameKind.JAVA, 6),
                    random.nextInt(5),
                    random.nextLong(1L << 40));
        }
        return builder.build();
    }

    private static Stack stack(Random random, FrameKind kind, int most) {
        List<Frame> frames = new ArrayList<>();
        for (int i = random.nextInt(most); i > 0; i--) {
            String name = random.nextInt(10) == 0 ? HostileNames.ALL.get(random.nextInt(20)) : "f" + random.nextInt(4);
            frames.add(Frame.of(name, kind));
        }
        return Stack.of(frames);
    }

    private static Map<String, List<Double>> samplesOf(Profile profile) {
        Map<String, List<Double>> sums = new HashMap<>();
        for (Sample sample : profile.samples()) {
            StringBuilder key = new StringBuilder(sample.task() + " " + sample.labels() + " ");
            sample.frames()
                    .reversed()
                    .forEach(frame -> key.append(';')
                            .append(frame.kind().label())
                            .append(':')
                            .append(frame.symbol()));
            add(sums, key.toString(), (double) sample.value(0), (double) sample.value(1));
        }
        return sums;
    }

    private static Map<String, List<Double>> samplesOf(PageReader page) {
        Map<String, List<Double>> sums = new HashMap<>();
        for (int s = 0; s < page.ints.get("sampleNode").length; s++) {
            int thread = page.ints.get("sampleThread")[s];
            Task task = new Task(
                    page.ints.get("threadPid")[thread],
                    page.ints.get("threadTid")[thread],
                    page.text("threadComm", thread),
                    page.text("threadName", thread));
            Map<String, String> labels = new HashMap<>();
            int set = page.ints.get("sampleLabels")[s];
            for (int i = page.ints.get("labelStart")[set]; i < page.ints.get("labelStart")[set + 1]; i++) {
                labels.put(page.text("labelKey", i), page.text("labelValue", i));
            }
            String key = task + " " + labels + " " + page.path(s);
            add(sums, key, page.doubles.get("value0.0")[s], page.doubles.get("value1.0")[s]);
        }
        return sums;
    }

    private static void add(Map<String, List<Double>> sums, String key, double first, double second) {
        sums.merge(key, List.of(first, second), (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = FlameGraphTest.class.getResourceAsStream(name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
