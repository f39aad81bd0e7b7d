package dev.plumb.profile.flame;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A profile whose call tree has exactly a given number of frames.
final class LargeProfile {
    private static final int DEPTH = 40;
    private static final int USER_DEPTH = 30;

    private final int frames;
    private final Random random = new Random(3);
    private int made;

    LargeProfile(int frames) {
        this.frames = frames;
    }

    Profile build() {
        List<ValueType> types = List.of(ValueType.count("samples"), ValueType.nanoseconds("CPU time"));
        ProfileBuilder builder = new ProfileBuilder("cpu", types)
                .start(Instant.parse("2026-01-02T09:30:00Z"))
                .duration(Duration.ofSeconds(60));
        List<Frame> previous = List.of();
        while (made < frames) {
            previous = branch(previous);
            List<Frame> leafFirst = previous.reversed();
            int thread = random.nextInt(200);
            long samples = 1L + random.nextInt(9);
            builder.add(
                    new Task(1000 + thread % 20, 1000 + thread, "worker-" + thread % 20, "w" + thread),
                    CallModel.kernel(leafFirst),
                    CallModel.user(leafFirst),
                    samples,
                    samples * 10_101_010);
        }
        return builder.build();
    }

    /// A stack, root first, that leaves the one before it somewhere on the way.
    private List<Frame> branch(List<Frame> previous) {
        int shared = previous.isEmpty() ? 0 : 2 + random.nextInt(DEPTH - 10);
        List<Frame> rootFirst = new ArrayList<>(previous.subList(0, Math.min(shared, previous.size())));
        int fork = rootFirst.size();
        while (rootFirst.size() < DEPTH && made < frames) {
            rootFirst.add(frame(rootFirst.size(), rootFirst.size() == fork));
        }
        return rootFirst;
    }

    /// A new frame; where stacks fork, one that no other is equal to, so that nothing merges.
    private Frame frame(int depth, boolean fork) {
        int number = made++;
        int function = random.nextInt(12_000);
        boolean unique = fork || number % 4 == 0;
        FrameKind managed = function % 3 == 0 ? FrameKind.JAVA : FrameKind.NATIVE;
        return new Frame(
                0,
                unique ? "shop.part" + function % 97 + ".Type" + function + ".call" + number : "call_" + function,
                0,
                "lib" + function % 40 + ".so",
                "file" + function % 500 + ".c",
                1 + function % 900,
                false,
                depth > USER_DEPTH ? FrameKind.KERNEL : managed);
    }
}
