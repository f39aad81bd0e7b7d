package dev.plumb.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Gathers samples into a [Profile]: equal ones are added up, equal frames, stacks and names are kept once.
///
/// Not safe for use by several threads. [#build] takes a snapshot, so a builder may go on after it.
public final class ProfileBuilder {
    private final String tool;
    private final List<ValueType> valueTypes;
    private final Map<String, String> host = new TreeMap<>();
    private final Set<ProcessFacts> processes = new LinkedHashSet<>();
    private final Map<String, String> strings = new HashMap<>();
    private final Map<Frame, Frame> frames = new HashMap<>();
    private final Interner<Task> tasks = new Interner<>();
    private final Interner<Map<String, String>> labelSets = new Interner<>();
    private final Interner<Stack> stacks = new Interner<>();
    private final SampleRows rows;
    private Instant start = Instant.EPOCH;
    private Duration duration = Duration.ZERO;
    private Loss loss = Loss.NONE;

    /// Starts a profile of samples that have one value for each of these types.
    public ProfileBuilder(String tool, List<ValueType> valueTypes) {
        if (valueTypes.isEmpty()) {
            throw new IllegalArgumentException("profile '" + tool + "' has no value types: give at least one");
        }
        this.tool = tool;
        this.valueTypes = List.copyOf(valueTypes);
        this.rows = new SampleRows(valueTypes.size());
    }

    public ProfileBuilder start(Instant when) {
        this.start = when;
        return this;
    }

    public ProfileBuilder duration(Duration length) {
        this.duration = length;
        return this;
    }

    /// Adds a fact about the machine, such as `kernel` and `6.12.1`.
    public ProfileBuilder host(String name, String value) {
        host.put(name, value);
        return this;
    }

    public ProfileBuilder host(Map<String, String> facts) {
        host.putAll(facts);
        return this;
    }

    public ProfileBuilder process(ProcessFacts process) {
        processes.add(process);
        return this;
    }

    /// Adds to the loss counters.
    public ProfileBuilder loss(Loss more) {
        loss = loss.plus(more);
        return this;
    }

    /// Adds values to the sample of this task, these labels and these stacks.
    public ProfileBuilder add(
            Task task, Map<String, String> labels, Stack kernelStack, Stack userStack, long... values) {
        if (values.length != valueTypes.size()) {
            throw new IllegalArgumentException("add sample: values=" + values.length + " valueTypes=" + valueTypes);
        }
        rows.add(tasks.intern(task), labelSet(labels), stack(kernelStack), stack(userStack), values);
        return this;
    }

    public ProfileBuilder add(Task task, Stack kernelStack, Stack userStack, long... values) {
        return add(task, Map.of(), kernelStack, userStack, values);
    }

    public ProfileBuilder add(Sample sample) {
        return add(sample.task(), sample.labels(), sample.kernelStack(), sample.userStack(), sample.values());
    }

    public Profile build() {
        return new Profile(
                tool,
                start,
                duration,
                Collections.unmodifiableMap(new TreeMap<>(host)),
                valueTypes,
                new SampleList(
                        tasks.values(),
                        labelSets.values(),
                        stacks.values(),
                        rows.keys(),
                        rows.values(),
                        valueTypes.size()),
                List.copyOf(processes),
                loss);
    }

    private int labelSet(Map<String, String> labels) {
        int number = labelSets.find(labels);
        return number >= 0 ? number : labelSets.add(Collections.unmodifiableMap(new TreeMap<>(labels)));
    }

    private int stack(Stack stack) {
        int number = stacks.find(stack);
        if (number >= 0) {
            return number;
        }
        List<Frame> shared = new ArrayList<>(stack.depth());
        for (Frame frame : stack.frames()) {
            shared.add(shared(frame));
        }
        return stacks.add(Stack.of(shared, stack.error()));
    }

    private Frame shared(Frame frame) {
        @Nullable Frame known = frames.get(frame);
        if (known != null) {
            return known;
        }
        Frame added = new Frame(
                frame.address(),
                shared(frame.symbol()),
                frame.offset(),
                shared(frame.module()),
                frame.file() == null ? null : shared(frame.file()),
                frame.line(),
                frame.inlined(),
                frame.kind());
        frames.put(added, added);
        return added;
    }

    private String shared(String text) {
        @Nullable String known = strings.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
