package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Numbers what a Firefox profile shares between its threads: strings, sources, resources, functions, frames,
/// and stacks as a tree in which each one names its caller's.
final class FirefoxTables {
    record Function(String name, boolean known, String module, String file, FrameKind kind) {}

    /// A stack: its innermost frame, and the stack of the caller or -1.
    record Node(int frame, int prefix) {}

    final Map<String, Integer> strings = new LinkedHashMap<>();
    final Map<String, Integer> sources = new LinkedHashMap<>();
    final Map<String, Integer> resources = new LinkedHashMap<>();
    final Map<Function, Integer> functions = new LinkedHashMap<>();
    final List<Frame> frames = new ArrayList<>();
    final List<Node> nodes = new ArrayList<>();
    private final IdentityHashMap<Frame, Integer> frameNumbers = new IdentityHashMap<>();
    private final Map<Long, Integer> nodeNumbers = new HashMap<>();
    private final IdentityHashMap<Stack, Integer> userStacks = new IdentityHashMap<>();

    /// The stack of a sample, or -1 if it has no frames.
    int stack(Sample sample) {
        @Nullable Integer known = userStacks.get(sample.userStack());
        int user = known == null ? push(sample.userStack(), -1) : known;
        userStacks.put(sample.userStack(), user);
        return push(sample.kernelStack(), user);
    }

    int string(String text) {
        return number(strings, text);
    }

    int function(Frame frame) {
        String file = frame.file() == null ? "" : frame.file();
        return number(functions, new Function(frame.name(), !frame.isUnknown(), frame.module(), file, frame.kind()));
    }

    /// The number of a module, or -1 if there is none.
    int resource(String module) {
        return module.isEmpty() ? -1 : number(resources, module);
    }

    private int push(Stack stack, int prefix) {
        int current = prefix;
        List<Frame> leafFirst = stack.frames();
        for (int i = leafFirst.size() - 1; i >= 0; i--) {
            int frame = frame(leafFirst.get(i));
            long key = (long) current << 32 | frame;
            @Nullable Integer known = nodeNumbers.get(key);
            if (known == null) {
                nodes.add(new Node(frame, current));
                current = nodes.size() - 1;
                nodeNumbers.put(key, current);
            } else {
                current = known;
            }
        }
        return current;
    }

    private int frame(Frame frame) {
        @Nullable Integer known = frameNumbers.get(frame);
        if (known != null) {
            return known;
        }
        frames.add(frame);
        frameNumbers.put(frame, frames.size() - 1);
        return frames.size() - 1;
    }

    static <T> int number(Map<T, Integer> table, T value) {
        @Nullable Integer known = table.get(value);
        if (known != null) {
            return known;
        }
        table.put(value, table.size());
        return table.size() - 1;
    }
}
