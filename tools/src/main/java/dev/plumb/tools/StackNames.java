package dev.plumb.tools;

import dev.plumb.ebpf.Errno;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Stack;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolized;
import dev.plumb.symbols.Symbolizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Names the stacks of one address space: each different address once.
final class StackNames {
    private final Symbolizer symbolizer;
    private final Source source;
    private final Set<RawStack> wanted = new HashSet<>();
    private final Map<RawStack, Stack> named = new HashMap<>();

    StackNames(Symbolizer symbolizer, Source source) {
        this.symbolizer = symbolizer;
        this.source = source;
    }

    /// Announces a stack, so that all can be named together.
    void want(RawStack stack) {
        wanted.add(stack);
    }

    /// The name of a stack that was announced.
    Stack name(RawStack stack) {
        if (named.isEmpty()) {
            nameAll();
        }
        return named.getOrDefault(stack, Stack.EMPTY);
    }

    private void nameAll() {
        Set<Long> leaves = new HashSet<>();
        Set<Long> returns = new HashSet<>();
        for (RawStack stack : wanted) {
            for (int i = 0; i < stack.depth(); i++) {
                (i == 0 ? leaves : returns).add(stack.address(i));
            }
        }
        Map<Long, List<Frame>> leafFrames = frames(symbolizer.symbolize(source, array(leaves)));
        Map<Long, List<Frame>> returnFrames = frames(symbolizer.symbolizeReturns(source, array(returns)));
        for (RawStack stack : wanted) {
            named.put(stack, stack(stack, leafFrames, returnFrames));
        }
    }

    private static long[] array(Set<Long> addresses) {
        return addresses.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static Map<Long, List<Frame>> frames(List<Symbolized> answers) {
        Map<Long, List<Frame>> frames = new HashMap<>();
        for (Symbolized answer : answers) {
            frames.put(
                    answer.address(),
                    answer.frames().stream().map(StackNames::frame).toList());
        }
        return frames;
    }

    private static Frame frame(dev.plumb.symbols.Frame frame) {
        return new Frame(
                frame.address(),
                frame.symbol(),
                frame.offset(),
                frame.module(),
                frame.file(),
                frame.line(),
                frame.inlined(),
                FrameKind.of(frame.kind().label()));
    }

    private static Stack stack(RawStack raw, Map<Long, List<Frame>> leaves, Map<Long, List<Frame>> returns) {
        if (raw.error() != 0) {
            return Stack.failed(explain(raw.error()));
        }
        List<Frame> frames = new ArrayList<>(raw.depth());
        for (int i = 0; i < raw.depth(); i++) {
            frames.addAll((i == 0 ? leaves : returns).getOrDefault(raw.address(i), List.of()));
        }
        return Stack.of(frames);
    }

    /// Says what an error means for a stack.
    static String explain(int error) {
        return switch (Errno.of(error)) {
            case EFAULT -> "EFAULT: no stack to walk, or its memory was not present";
            case E2BIG, ENOSPC -> "ENOSPC: all stack slots were taken; see --stack-slots";
            case EBUSY -> "EBUSY: the sample interrupted the map it would have gone to";
            default -> Errno.describe(error);
        };
    }
}
