package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Measures what a million samples over 200,000 stacks cost: memory, and writing and reading each format.
///
/// Run its `main`; it prints a table. A figure is worth what the machine was doing besides.
final class FormatBench {
    private static final int SAMPLES = 1_000_000;
    private static final int STACKS = 200_000;
    private static final int DEPTH = 25;

    private FormatBench() {}

    public static void main(String[] args) throws IOException {
        long before = used();
        long start = System.nanoTime();
        Profile profile = profile();
        System.out.printf(
                "build: %d samples, %d stacks, %.1f s, %d MB kept%n",
                profile.samples().size(),
                profile.totals().stacks(),
                (System.nanoTime() - start) / 1e9,
                (used() - before) >> 20);
        Path folder = Files.createTempDirectory("plumb-bench");
        for (Format format : Formats.all()) {
            if (args.length == 0 || List.of(args).contains(format.name())) {
                measure(format, profile, folder.resolve("p" + format.endings().getFirst()));
            }
        }
        Files.delete(folder);
    }

    private static void measure(Format format, Profile profile, Path file) throws IOException {
        long start = System.nanoTime();
        Profiles.write(profile, file, format);
        double write = (System.nanoTime() - start) / 1e9;
        long size = Files.size(file);
        String reading = "";
        if (format.reader() != null) {
            start = System.nanoTime();
            try {
                Profile read = Profiles.read(file);
                boolean same = read.totals().value() == profile.totals().value();
                reading = "read %.1f s, totals %s"
                        .formatted((System.nanoTime() - start) / 1e9, same ? "agree" : "DIFFER");
            } catch (IOException e) {
                reading = e.getMessage();
            }
        }
        System.out.printf("%-12s write %.1f s, %d MB, %s%n", format.name(), write, size >> 20, reading);
        Files.delete(file);
    }

    /// A call tree like that of real programs: stacks share their roots.
    private static Profile profile() {
        Random random = new Random(1);
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            frames.add(new Frame(
                    0x400000 + i * 64L,
                    "namespace::Class" + i % 500 + "::function" + i,
                    i % 60,
                    "/usr/lib/libexample" + i % 40 + ".so",
                    "/src/example" + i % 900 + ".cc",
                    1 + i % 3000,
                    false,
                    FrameKind.NATIVE));
        }
        List<Stack> stacks = new ArrayList<>();
        for (int i = 0; i < STACKS; i++) {
            List<Frame> stack = new ArrayList<>();
            int node = i;
            for (int depth = 0; depth < DEPTH; depth++) {
                stack.add(frames.get(Math.floorMod(node * 31 + depth, frames.size())));
                node /= 2;
            }
            stacks.add(Stack.of(stack));
        }
        ProfileBuilder builder =
                new ProfileBuilder("cpu", List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu")));
        for (int i = 0; i < SAMPLES; i++) {
            int tid = i / STACKS * 7 + 100;
            Task task = new Task(100, tid, "example", "worker-" + tid);
            builder.add(task, Map.of(), Stack.EMPTY, stacks.get(i % STACKS), 1, 10_101_010 + random.nextInt(100));
        }
        return builder.build();
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
