package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Profiles to write: a small one for golden files, and random ones.
final class SampleProfiles {
    static final List<ValueType> OFFCPU = List.of(ValueType.count("waits"), ValueType.nanoseconds("offcpu"));
    private static final List<List<ValueType>> TYPES = List.of(
            OFFCPU,
            List.of(ValueType.count("samples")),
            List.of(
                    ValueType.count("alloc_objects"),
                    ValueType.bytes("alloc_space"),
                    ValueType.count("inuse_objects"),
                    ValueType.bytes("inuse_space")),
            List.of(ValueType.bytes("size")));
    private static final String[] NASTY = {
        "<script>alert(1)</script>",
        "a;b;c",
        "with space",
        "quote\"'`\\",
        "漢字",
        "😀",
        "\u202Eevil",
        "new\nline",
        "tab\t",
        "operator<<",
        "std::vector<int, std::allocator<int> >::push_back(int const&)",
        "nul\u0000",
        "x".repeat(300),
        "100",
        "ends 5",
        "lambda$0",
        "java.lang.Thread.run",
        "{a=b}",
        "foo+0x10",
        "# plumb: {",
        "comm-5/6",
        "(x)",
        "_[k]"
    };

    private SampleProfiles() {}

    static Profile small() {
        Frame futex = new Frame(
                0xffffffff81234567L, "futex_wait", 0x67, "[kernel.kallsyms]", null, 0, false, FrameKind.KERNEL);
        Frame inlined = new Frame(0x401136, "lock", 0, "/usr/bin/app", "/src/lock.h", 12, true, FrameKind.NATIVE);
        Frame work = new Frame(0x401136, "work", 0x16, "/usr/bin/app", "/src/app.c", 34, false, FrameKind.NATIVE);
        Frame main = new Frame(0x401200, "main", 0x20, "/usr/bin/app", "/src/app.c", 50, false, FrameKind.NATIVE);
        Frame unknown = Frame.unknown(0x7f0000012345L, "/usr/lib/libc.so.6", 0x12345, FrameKind.NATIVE);
        Frame run = new Frame(
                0x7f1000000010L, "java.lang.Thread.run", 0x10, "", "Thread.java", 1583, false, FrameKind.JAVA);
        Task app = new Task(100, 101, "app", "pool-1");
        return new ProfileBuilder("offcpu", OFFCPU)
                .start(Instant.parse("2026-01-02T03:04:05.000000006Z"))
                .duration(Duration.ofSeconds(10))
                .host("kernel", "6.12.0")
                .host("cpus", "2")
                .process(new ProcessFacts(100, "app", "app --serve \"x\"", Instant.parse("2026-01-01T00:00:00Z")))
                .process(new ProcessFacts(200, "java", "", null))
                .loss(new Loss(3, 2, 1, 5, 9, 12, List.of(new LossReason(100, "user stack: EFAULT", 4))))
                .add(
                        app,
                        Map.of("cause", "lock", "state", "S"),
                        Stack.of(futex),
                        Stack.of(inlined, work, main),
                        3,
                        1_500)
                .add(app, Map.of(), Stack.EMPTY, Stack.of(work, main, unknown), 1, 700)
                .add(new Task(200, 201, "java", "main"), Stack.of(futex), Stack.of(run), 2, 90)
                .add(new Task(200, 202, "java", ""), Stack.of(futex), Stack.failed("EFAULT: bad address"), 1, 5)
                .build();
    }

    static Profile random(Random random) {
        List<ValueType> types = TYPES.get(random.nextInt(TYPES.size()));
        ProfileBuilder builder = new ProfileBuilder(random.nextBoolean() ? "cpu" : name(random), types)
                .start(Instant.ofEpochSecond(random.nextInt(2_000_000_000), random.nextInt(1_000_000_000)))
                .duration(Duration.ofNanos(random.nextInt(2_000_000_000)))
                .host("name", name(random))
                .loss(new Loss(
                        random.nextInt(9), random.nextInt(9), random.nextInt(9), random.nextInt(9), 1, 3, List.of()))
                .loss(Loss.NONE.withReasons(List.of(new LossReason(random.nextInt(9), name(random), 7))));
        builder.process(new ProcessFacts(random.nextInt(99), name(random), name(random), null));
        List<Frame> kernel = frames(random, FrameKind.KERNEL);
        List<Frame> user = frames(random, null);
        for (int i = random.nextInt(40); i > 0; i--) {
            long[] values = new long[types.size()];
            for (int v = 0; v < values.length; v++) {
                values[v] = types.get(v).isCount() ? 1 + random.nextInt(5) : 1 + random.nextLong(1L << 40);
            }
            int pid = 1 + random.nextInt(5);
            Task task =
                    new Task(pid, pid * 10 + random.nextInt(2), "comm" + pid, random.nextBoolean() ? "" : name(random));
            Map<String, String> labels = random.nextBoolean() ? Map.of() : Map.of("cause", name(random), "b", "c");
            builder.add(task, labels, stack(random, kernel), stack(random, user), values);
        }
        return builder.build();
    }

    static String name(Random random) {
        return random.nextInt(3) == 0 ? NASTY[random.nextInt(NASTY.length)] : "f" + random.nextInt(50);
    }

    private static Stack stack(Random random, List<Frame> frames) {
        int kind = random.nextInt(6);
        if (kind < 2) {
            return kind == 0 ? Stack.EMPTY : Stack.failed("EFAULT: bad address");
        }
        List<Frame> stack = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            Frame frame = frames.get(random.nextInt(frames.size()));
            for (int depth = random.nextInt(8) == 0 && !frame.isUnknown() ? 2 : 0; depth > 0; depth--) {
                stack.add(new Frame(
                        frame.address(), "inlined" + depth, 0, frame.module(), "in.h", depth, true, frame.kind()));
            }
            stack.add(frame);
        }
        return Stack.of(stack);
    }

    private static List<Frame> frames(Random random, FrameKind fixed) {
        FrameKind[] kinds = {FrameKind.NATIVE, FrameKind.JAVA, FrameKind.PYTHON, FrameKind.OTHER};
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            FrameKind kind = fixed == null ? kinds[random.nextInt(kinds.length)] : fixed;
            long address = random.nextLong() >>> random.nextInt(60);
            String module = random.nextInt(4) == 0 ? "" : "/lib/m" + random.nextInt(4) + ".so";
            if (random.nextInt(6) == 0 && !module.isEmpty()) {
                frames.add(Frame.unknown(address, module, 1 + random.nextInt(1 << 20), kind));
            } else {
                boolean lines = random.nextBoolean();
                frames.add(new Frame(
                        address,
                        name(random),
                        random.nextInt(500),
                        module,
                        lines ? name(random) : null,
                        lines ? 1 + random.nextInt(900) : 0,
                        false,
                        kind));
            }
        }
        return frames;
    }
}
