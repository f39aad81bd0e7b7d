package dev.plumb.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one thread did at one place: a task, its labels, its two stacks, and a value for each value type of the
/// profile.
public final class Sample {
    private final Task task;
    private final Map<String, String> labels;
    private final Stack kernelStack;
    private final Stack userStack;
    private final long[] values;

    Sample(Task task, Map<String, String> labels, Stack kernelStack, Stack userStack, long[] values) {
        this.task = task;
        this.labels = labels;
        this.kernelStack = kernelStack;
        this.userStack = userStack;
        this.values = values;
    }

    public Task task() {
        return task;
    }

    public int pid() {
        return task.pid();
    }

    public int tid() {
        return task.tid();
    }

    public String comm() {
        return task.comm();
    }

    public String thread() {
        return task.thread();
    }

    /// The labels, sorted by name.
    public Map<String, String> labels() {
        return labels;
    }

    public Stack kernelStack() {
        return kernelStack;
    }

    public Stack userStack() {
        return userStack;
    }

    /// Both stacks as one, leaf first: the kernel's frames are called by the user's.
    public List<Frame> frames() {
        if (kernelStack.isEmpty()) {
            return userStack.frames();
        }
        if (userStack.isEmpty()) {
            return kernelStack.frames();
        }
        List<Frame> frames = new ArrayList<>(kernelStack.depth() + userStack.depth());
        frames.addAll(kernelStack.frames());
        frames.addAll(userStack.frames());
        return frames;
    }

    /// The value of the profile's value type at this index.
    public long value(int index) {
        return values[index];
    }

    public long[] values() {
        return values.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Sample that
                && task.equals(that.task)
                && labels.equals(that.labels)
                && kernelStack.equals(that.kernelStack)
                && userStack.equals(that.userStack)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * task.hashCode() + kernelStack.hashCode()) + userStack.hashCode();
    }

    @Override
    public String toString() {
        return task + " " + labels + " kernel=" + kernelStack + " user=" + userStack + " " + Arrays.toString(values);
    }
}
