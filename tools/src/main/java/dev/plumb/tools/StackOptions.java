package dev.plumb.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Which stacks are taken, and how much memory they may take in the kernel.
///
/// @param kernel whether to take the kernel's
/// @param user whether to take the user's
/// @param maxDepth frames kept of each; deeper ones are cut at the root's end
/// @param slots different stacks that can be kept between two collections
public record StackOptions(boolean kernel, boolean user, int maxDepth, int slots) {
    /// What the kernel takes at most unless it is told otherwise.
    public static final int DEFAULT_DEPTH = 127;

    public static final int DEFAULT_SLOTS = 8192;
    private static final Path DEPTH_SETTING = Path.of("/proc/sys/kernel/perf_event_max_stack");

    /// Both stacks, at the usual depth.
    public static StackOptions defaults() {
        return new StackOptions(true, true, Math.min(DEFAULT_DEPTH, deepest()), DEFAULT_SLOTS);
    }

    public StackOptions {
        if (!kernel && !user) {
            throw new IllegalArgumentException("stacks: neither the kernel's nor the user's");
        }
        if (maxDepth < 1 || slots < 1) {
            throw new IllegalArgumentException("stacks: depth=" + maxDepth + " slots=" + slots);
        }
    }

    public StackOptions withSlots(int newSlots) {
        return new StackOptions(kernel, user, maxDepth, newSlots);
    }

    public StackOptions withMaxDepth(int newDepth) {
        return new StackOptions(kernel, user, newDepth, slots);
    }

    public StackOptions kernelOnly() {
        return new StackOptions(true, false, maxDepth, slots);
    }

    public StackOptions userOnly() {
        return new StackOptions(false, true, maxDepth, slots);
    }

    /// The depth that this kernel walks at most: the setting `kernel.perf_event_max_stack`.
    public static int deepest() {
        // In one read: the kernel takes a second one for the end, and Files.readString begins with a single byte.
        try (InputStream in = Files.newInputStream(DEPTH_SETTING)) {
            return Integer.parseInt(new String(in.readNBytes(32), StandardCharsets.US_ASCII).strip());
        } catch (IOException | NumberFormatException e) {
            return DEFAULT_DEPTH;
        }
    }
}
