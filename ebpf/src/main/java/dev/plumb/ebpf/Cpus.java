package dev.plumb.ebpf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/// The machine's CPUs as the kernel counts them.
///
/// Per-CPU maps have one value for each *possible* CPU, which may be more than are online and more than the JVM's
/// `availableProcessors()`, which a container limits.
public final class Cpus {
    private static final Path FOLDER = Path.of("/sys/devices/system/cpu");

    private Cpus() {}

    private static final class Possible {
        private static final int COUNT = count(read("possible"));

        private Possible() {}

        private static int count(int[] possible) {
            return possible[possible.length - 1] + 1;
        }
    }

    /// How many values a per-CPU map has: the highest possible CPU plus one. It never changes while the system runs.
    public static int possible() {
        return Possible.COUNT;
    }

    /// The CPUs that are online now.
    public static int[] online() {
        return read("online");
    }

    private static int[] read(String file) {
        try {
            return parse(Files.readString(FOLDER.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("read the CPUs from " + FOLDER.resolve(file), e);
        }
    }

    /// Parses the kernel's list form, such as `0-3,8,10-11`.
    static int[] parse(String list) {
        IntStream cpus = IntStream.empty();
        for (String range : list.strip().split(",")) {
            try {
                int dash = range.indexOf('-');
                int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
                cpus = IntStream.concat(cpus, IntStream.rangeClosed(first, last));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("not a CPU list: '" + list.strip() + "'", e);
            }
        }
        return cpus.toArray();
    }
}
