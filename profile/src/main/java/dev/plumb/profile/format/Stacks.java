package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Takes one list of frames, as most formats have it, apart into a kernel and a user stack.
record Stacks(Stack kernel, Stack user) {
    /// The labels that carry the errors of stacks in formats that have labels only.
    static final String KERNEL_ERROR = "kernel_stack_error";

    static final String USER_ERROR = "user_stack_error";

    /// Splits after the last frame of the leaf's run of kernel frames.
    static Stacks of(List<Frame> leafFirst, @Nullable String kernelError, @Nullable String userError) {
        int split = 0;
        while (split < leafFirst.size() && leafFirst.get(split).kind() == FrameKind.KERNEL) {
            split++;
        }
        return new Stacks(
                Stack.of(leafFirst.subList(0, split), kernelError),
                Stack.of(leafFirst.subList(split, leafFirst.size()), userError));
    }

    /// Splits, taking the errors out of the labels.
    static Stacks of(List<Frame> leafFirst, Map<String, String> labels) {
        return of(leafFirst, null, null).withErrors(labels);
    }

    /// The same stacks with the errors that are among the labels, which are taken out of them.
    Stacks withErrors(Map<String, String> labels) {
        @Nullable String kernelError = labels.remove(KERNEL_ERROR);
        @Nullable String userError = labels.remove(USER_ERROR);
        return new Stacks(
                kernelError == null ? kernel : Stack.of(kernel.frames(), kernelError),
                userError == null ? user : Stack.of(user.frames(), userError));
    }

    /// The labels of a sample with the errors of its stacks among them.
    static Map<String, String> labels(Sample sample) {
        @Nullable String kernelError = sample.kernelStack().error();
        @Nullable String userError = sample.userStack().error();
        if (kernelError == null && userError == null) {
            return sample.labels();
        }
        Map<String, String> labels = new TreeMap<>(sample.labels());
        if (kernelError != null) {
            labels.put(KERNEL_ERROR, kernelError);
        }
        if (userError != null) {
            labels.put(USER_ERROR, userError);
        }
        return labels;
    }

    /// Guesses the kind of a frame from its module and file, in files that do not tell.
    static FrameKind guess(String module, String file, String symbol) {
        if (module.startsWith("[kernel")
                || module.startsWith("[guest.kernel")
                || module.endsWith(".ko")
                || module.startsWith("[bpf")
                || symbol.endsWith("_[k]")) {
            return FrameKind.KERNEL;
        }
        if (file.endsWith(".java") || file.endsWith(".kt")) {
            return FrameKind.JAVA;
        }
        return file.endsWith(".py") ? FrameKind.PYTHON : FrameKind.NATIVE;
    }
}
