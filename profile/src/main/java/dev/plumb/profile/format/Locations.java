package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Stack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Numbers the tables that pprof and OTLP share: strings, mappings, functions and locations.
///
/// A location is one address: the function there, after those that were inlined into it. Index 0 of each table is its
/// empty value. Stacks of one profile are the same objects wherever they are equal, so each is looked at once.
final class Locations {
    /// A module, once for each kind of code in it.
    record Module(String path, FrameKind kind) {}

    /// A function; `known` is false for a made-up name such as `libc.so.6+0x1a2b`.
    record Function(String name, boolean known, String file) {
        static Function of(Frame frame) {
            return new Function(frame.name(), !frame.isUnknown(), frame.file() == null ? "" : frame.file());
        }
    }

    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<Module, Integer> modules = new LinkedHashMap<>();
    private final Map<Function, Integer> functions = new LinkedHashMap<>();
    private final List<List<Frame>> locations = new ArrayList<>();
    private final IdentityHashMap<Frame, Integer> single = new IdentityHashMap<>();
    private final Map<List<Frame>, Integer> several = new HashMap<>();
    private final IdentityHashMap<Stack, long[]> stacks = new IdentityHashMap<>();

    Locations() {
        strings.put("", 0);
        locations.add(List.of());
    }

    int string(String text) {
        return number(strings, text, 0);
    }

    int module(Frame frame) {
        return number(modules, new Module(frame.module(), frame.kind()), 1);
    }

    int function(Frame frame) {
        return number(functions, Function.of(frame), 1);
    }

    /// The locations of a stack, leaf first.
    long[] of(Stack stack) {
        long @Nullable [] known = stacks.get(stack);
        if (known != null) {
            return known;
        }
        List<Frame> frames = stack.frames();
        long[] numbers = new long[frames.size()];
        int count = 0;
        for (int from = 0; from < frames.size(); ) {
            int to = from + 1;
            while (to < frames.size() && isInlinedInto(frames.get(to - 1), frames.get(to))) {
                to++;
            }
            numbers[count++] = location(frames, from, to);
            from = to;
        }
        long[] trimmed = Arrays.copyOf(numbers, count);
        stacks.put(stack, trimmed);
        return trimmed;
    }

    /// All locations by number, each the frames at one address; number 0 is empty.
    List<List<Frame>> locations() {
        return locations;
    }

    Iterable<Module> modules() {
        return modules.keySet();
    }

    Iterable<Function> functions() {
        return functions.keySet();
    }

    Iterable<String> strings() {
        return strings.keySet();
    }

    private int location(List<Frame> frames, int from, int to) {
        @Nullable Integer known = to - from == 1 ? single.get(frames.get(from)) : several.get(frames.subList(from, to));
        if (known != null) {
            return known;
        }
        List<Frame> group = List.copyOf(frames.subList(from, to));
        int number = locations.size();
        locations.add(group);
        if (group.size() == 1) {
            single.put(group.getFirst(), number);
        } else {
            several.put(group, number);
        }
        return number;
    }

    private static boolean isInlinedInto(Frame frame, Frame caller) {
        return frame.inlined()
                && frame.address() == caller.address()
                && frame.kind() == caller.kind()
                && frame.module().equals(caller.module());
    }

    private static <T> int number(Map<T, Integer> table, T value, int first) {
        @Nullable Integer known = table.get(value);
        if (known != null) {
            return known;
        }
        int number = table.size() + first;
        table.put(value, number);
        return number;
    }
}
