package dev.plumb.profile.flame;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Stack;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stacks merged into one tree, root first, by function: calls from different lines of a function are one node, which
/// remembers where most of its weight comes from.
final class CallTree {
    static final int NO_NODE = -1;
    static final int INLINED = 1;
    /// The kind of the frames that stand for a stack, or the rest of one, that could not be read.
    static final String MISSING = "missing";

    /// What frames are merged by.
    record Function(String name, String module, String kind) {
        static final Comparator<Function> ORDER = Comparator.comparing(Function::name)
                .thenComparing(Function::module)
                .thenComparing(Function::kind);
    }

    /// A line of a file, or an address of a module (line 0) where lines are not known.
    record Place(String file, int line) {}

    /// What a frame is to this tree; place -1 is none.
    private record Step(int function, int place, int flags) {}

    private final SharedNumbers<Frame> frames = new SharedNumbers<>();
    private final IntList frameStep = new IntList();
    private final Numbers<Step> steps = new Numbers<>();
    private final Numbers<Function> functions = new Numbers<>();
    private final Numbers<Place> places = new Numbers<>();
    private final IdentityHashMap<Stack, IntList> kernelPaths = new IdentityHashMap<>();
    private final IdentityHashMap<Stack, IntList> userPaths = new IdentityHashMap<>();
    private final PairNumbers children = new PairNumbers();
    private final IntList parent = new IntList();
    private final IntList function = new IntList();
    private final IntList flags = new IntList();
    private final NodePlaces nodePlaces = new NodePlaces();

    /// Adds a sample's stacks, the kernel's on top of the user's, and gives the node of the leaf or [#NO_NODE].
    int add(Stack kernel, Stack user, long weight) {
        int node = walk(NO_NODE, path(userPaths, user, "user"), weight);
        return walk(node, path(kernelPaths, kernel, "kernel"), weight);
    }

    List<Function> functions() {
        return functions.values();
    }

    List<Place> places() {
        return places.values();
    }

    int size() {
        return parent.size();
    }

    int parent(int node) {
        return parent.at(node);
    }

    int function(int node) {
        return function.at(node);
    }

    int flags(int node) {
        return flags.at(node);
    }

    NodePlaces nodePlaces() {
        return nodePlaces;
    }

    private int walk(int from, IntList path, long weight) {
        int node = from;
        for (int i = 0; i < path.size(); i++) {
            Step step = steps.values().get(path.at(i));
            int child = children.number(node, step.function);
            if (child == parent.size()) {
                parent.add(node);
                function.add(step.function);
                flags.add(0);
            }
            node = child;
            flags.set(node, flags.at(node) | step.flags);
            if (step.place >= 0) {
                nodePlaces.add(node, step.place, weight);
            }
        }
        return node;
    }

    private IntList path(IdentityHashMap<Stack, IntList> known, Stack stack, String side) {
        @Nullable IntList path = known.get(stack);
        if (path == null) {
            path = path(stack, side);
            known.put(stack, path);
        }
        return path;
    }

    /// The steps of a stack, root first.
    private IntList path(Stack stack, String side) {
        IntList path = new IntList();
        if (stack.error() != null) {
            Function missing = new Function("[" + side + " stack: " + stack.error() + "]", "", MISSING);
            path.add(steps.number(new Step(functions.number(missing), -1, 0)));
        }
        for (Frame frame : stack.frames().reversed()) {
            int number = frames.number(frame);
            if (number == frameStep.size()) {
                frameStep.add(steps.number(step(frame)));
            }
            path.add(frameStep.at(number));
        }
        return path;
    }

    private Step step(Frame frame) {
        Function called = new Function(name(frame), frame.module(), frame.kind().label());
        @Nullable Place place = place(frame);
        return new Step(
                functions.number(called), place == null ? -1 : places.number(place), frame.inlined() ? INLINED : 0);
    }

    /// Unknown functions of a module are one: each address by itself would tell a reader nothing.
    private static String name(Frame frame) {
        if (!frame.isUnknown()) {
            return frame.symbol();
        }
        return frame.module().isEmpty() ? "[unknown]" : "[" + frame.moduleName() + "]";
    }

    private static @Nullable Place place(Frame frame) {
        if (frame.file() != null) {
            return new Place(frame.file(), frame.line());
        }
        return frame.isUnknown() && (!frame.module().isEmpty() || frame.address() != 0)
                ? new Place(frame.name(), 0)
                : null;
    }
}
