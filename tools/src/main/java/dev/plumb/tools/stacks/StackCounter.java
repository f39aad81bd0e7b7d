package dev.plumb.tools.stacks;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Type;
import dev.plumb.ebpf.program.Value;
import dev.plumb.profile.ValueType;
import dev.plumb.tools.FollowChildren;
import dev.plumb.tools.Measure;
import dev.plumb.tools.OpenParts;
import dev.plumb.tools.Privileges;
import dev.plumb.tools.Recording;
import dev.plumb.tools.StackCapture;
import dev.plumb.tools.StackStore;
import dev.plumb.tools.TaskFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Counts the stacks that reach probes.
public final class StackCounter {
    public static final String TOOL = "stacks";

    /// The offset of `x30` in `struct pt_regs`.
    private static final int AARCH64_LINK_REGISTER = 240;

    private StackCounter() {}

    /// Starts counting.
    public static Recording start(StacksOptions options) {
        Privileges.require("attach probes");
        OpenParts open = new OpenParts();
        try {
            StackStore store = open.add(StackStore.create(options.stacks(), StackCapture.framePointers()));
            Probes probes = attach(options, store, open.add(new OpenParts()));
            return new Recording(TOOL, measure(options.sum()), options.perThread(), labels(options), store, probes);
        } catch (RuntimeException e) {
            open.close();
            throw e;
        }
    }

    private static Probes attach(StacksOptions options, StackStore store, OpenParts parts) {
        TaskFilter filter = parts.add(TaskFilter.create(options.target()));
        if (options.followChildren()) {
            parts.add(FollowChildren.of(filter));
        }
        Set<String> means = new TreeSet<>();
        for (int i = 0; i < options.probes().size(); i++) {
            Probe probe = options.probes().get(i);
            int label = i;
            means.addAll(ProbeAttachment.attach(probe, parts, p -> {
                filter.apply(p);
                store.count(p, amount(p, probe, options.sum()), label, caller(p, probe));
            }));
        }
        return new Probes(String.join(", ", means), parts);
    }

    /// The argument to add up: a field of a tracepoint's record, else by number or by its name in the kernel's source.
    private static Value amount(Body program, Probe probe, @Nullable String argument) {
        if (argument == null) {
            return program.constant(0);
        }
        if (probe instanceof Probe.Tracepoint) {
            return program.field(argument);
        }
        return argument.matches("(arg)?\\d")
                ? program.argument(argument.charAt(argument.length() - 1) - '0')
                : program.argument(argument);
    }

    /// At its entry a function has not set up its frame yet, so its caller is where the call left it.
    private static Value caller(Body program, Probe probe) {
        if (!(probe instanceof Probe.UserFunction)) {
            return program.constant(0);
        }
        return switch (Architecture.current()) {
            case X86_64 -> program.readUser(Type.U64, program.stackPointer());
            case AARCH64 -> program.contextValue(Type.U64, AARCH64_LINK_REGISTER);
        };
    }

    private static Measure measure(@Nullable String sum) {
        ValueType count = ValueType.count("hits");
        return sum == null
                ? new Measure(List.of(count), (hits, total) -> new long[] {hits})
                : new Measure(List.of(count, new ValueType(sum, "sum")), (hits, total) -> new long[] {hits, total});
    }

    /// One probe needs no label.
    private static List<Map<String, String>> labels(StacksOptions options) {
        List<Map<String, String>> labels = new ArrayList<>();
        boolean several = options.probes().size() > 1;
        options.probes().forEach(probe -> labels.add(several ? Map.of("probe", probe.text()) : Map.of()));
        return labels;
    }

    /// The programs and their links.
    private record Probes(String means, OpenParts parts) implements Recording.Attachment {
        @Override
        public void close() {
            parts.close();
        }
    }
}
