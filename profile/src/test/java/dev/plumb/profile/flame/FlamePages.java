package dev.plumb.profile.flame;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Writes the pages that the browser tests open, into the folder named as argument.
public final class FlamePages {
    private static final Instant START = Instant.parse("2026-01-02T09:30:00Z");
    private static final List<ValueType> CPU = List.of(ValueType.count("samples"), ValueType.nanoseconds("CPU time"));
    private static final List<ValueType> WAIT =
            List.of(ValueType.count("waits"), ValueType.nanoseconds("off-CPU time"));
    private static final long PERIOD_NANOS = 10_101_010;

    private FlamePages() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        FlameGraph.of(cpu(5, 1)).write(folder.resolve("cpu.html"));
        FlameGraph.of(offcpu()).write(folder.resolve("offcpu.html"));
        FlameGraph.diff(cpu(5, 1), cpu(6, 2.5)).write(folder.resolve("diff.html"));
        FlameGraph.of(hostile()).titled(HostileNames.ALL.getFirst()).write(folder.resolve("hostile.html"));
        FlameGraph.of(new LargeProfile(200_000).build()).write(folder.resolve("huge.html"));
        FlameGraph.of(new ProfileBuilder("cpu", CPU).start(START).build()).write(folder.resolve("empty.html"));
    }

    /// A web service, a batch job and their kernel side.
    static Profile cpu(long seed, double compression) throws IOException {
        CallModel model = new CallModel("service.calls", seed);
        model.favour("deflate", compression);
        model.favour("shop.search.Postings.intersect", 1 / compression);
        ProfileBuilder builder = new ProfileBuilder("cpu", CPU)
                .start(START)
                .duration(Duration.ofSeconds(30))
                .host("name", "shop-3")
                .host("kernel", "6.12.38");
        Random random = new Random(seed);
        for (int i = 0; i < 24_000; i++) {
            boolean java = random.nextInt(10) < 8;
            int thread = random.nextInt(java ? 8 : 2);
            Task task = java
                    ? new Task(4127, 4150 + thread, "java", "http-worker-" + thread)
                    : new Task(5210, 5210 + thread, "python3", thread == 0 ? "python3" : "blas-1");
            List<Frame> frames = model.walk(java ? "java:main" : "python3:main");
            builder.add(task, CallModel.kernel(frames), CallModel.user(frames), 1, PERIOD_NANOS);
        }
        for (int i = 0; i < 90; i++) {
            builder.add(
                    new Task(812, 812, "dbus-daemon", ""),
                    Stack.EMPTY,
                    Stack.failed("EFAULT: bad address"),
                    1,
                    PERIOD_NANOS);
            Frame unknown = Frame.unknown(
                    0x7f00_0000_1000L + i * 8L, "/usr/lib/libcuda.so.1", 0x1000 + i * 8L, FrameKind.NATIVE);
            builder.add(new Task(5210, 5210, "python3", "python3"), Stack.EMPTY, Stack.of(unknown), 1, PERIOD_NANOS);
        }
        Loss loss = Loss.NONE
                .withTruncated(14)
                .withUnknownFrames(90)
                .withRoots(23_910, 24_180)
                .withReasons(List.of(new LossReason(812, "user stack: EFAULT", 90)));
        return builder.loss(loss).build();
    }

    /// The same service while it waits, with the cause of each wait as a label.
    static Profile offcpu() throws IOException {
        CallModel model = new CallModel("service.calls", 11);
        model.favour(".", 0);
        String[] causes = {"network", "lock", "sleep", "disk", "preempted"};
        ProfileBuilder builder = new ProfileBuilder("offcpu", WAIT)
                .start(START)
                .duration(Duration.ofSeconds(30))
                .host("name", "shop-3");
        Random random = new Random(11);
        for (int i = 0; i < 9_000; i++) {
            List<Frame> frames = model.walk("java:main");
            int thread = random.nextInt(8);
            boolean futex = frames.stream().anyMatch(frame -> frame.symbol().contains("futex"));
            String cause = futex ? "lock" : causes[Math.min(4, (int) Math.abs(random.nextGaussian() * 1.4))];
            builder.add(
                    new Task(4127, 4150 + thread, "java", "http-worker-" + thread),
                    Map.of("cause", cause, "state", cause.equals("disk") ? "D" : "S"),
                    CallModel.kernel(frames),
                    CallModel.user(frames),
                    1,
                    50_000 + random.nextInt(4_000_000));
        }
        return builder.loss(Loss.NONE.withLost(3).withRoots(1, 1)).build();
    }

    /// Every hostile name as function, module, file, process, thread, label and reason.
    static Profile hostile() {
        ProfileBuilder builder = new ProfileBuilder("cpu", CPU).start(START);
        List<LossReason> reasons = new ArrayList<>();
        int number = 0;
        for (String name : HostileNames.ALL) {
            number++;
            Frame leaf = new Frame(1, name, 0, name, name, 7, false, FrameKind.NATIVE);
            Frame root = new Frame(2, "main", 0, "/bin/" + name, null, 0, false, FrameKind.NATIVE);
            builder.add(
                    new Task(100 + number, 100 + number, name, name),
                    Map.of("cause", name),
                    Stack.of(Frame.of(name, FrameKind.KERNEL)),
                    Stack.of(leaf, root),
                    number,
                    number * 1_000L);
            reasons.add(new LossReason(100 + number, name, number));
            builder.host("name", name);
        }
        return builder.loss(Loss.NONE.withLost(1).withReasons(reasons)).build();
    }
}
