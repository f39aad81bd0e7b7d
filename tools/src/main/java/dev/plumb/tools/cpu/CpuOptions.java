package dev.plumb.tools.cpu;

import dev.plumb.tools.StackOptions;
import dev.plumb.tools.Target;

/// How to sample.
///
/// @param hertz samples a second on each CPU
/// @param perThread whether threads are told apart
/// @param followChildren whether processes that the target starts belong to it
public record CpuOptions(Target target, StackOptions stacks, int hertz, boolean perThread, boolean followChildren) {
    public static final int DEFAULT_HERTZ = 99;

    public CpuOptions {
        if (hertz < 1) {
            throw new IllegalArgumentException("sampling frequency=" + hertz + ": must be positive");
        }
    }

    /// Everything on every CPU, 99 times a second: out of step with what happens 100 times a second.
    public static CpuOptions of(Target target) {
        return new CpuOptions(target, StackOptions.defaults(), DEFAULT_HERTZ, false, false);
    }

    public CpuOptions withHertz(int newHertz) {
        return new CpuOptions(target, stacks, newHertz, perThread, followChildren);
    }

    public CpuOptions withStacks(StackOptions newStacks) {
        return new CpuOptions(target, newStacks, hertz, perThread, followChildren);
    }

    public CpuOptions byThread(boolean newPerThread) {
        return new CpuOptions(target, stacks, hertz, newPerThread, followChildren);
    }

    public CpuOptions followingChildren(boolean follow) {
        return new CpuOptions(target, stacks, hertz, perThread, follow);
    }
}
