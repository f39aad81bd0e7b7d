package dev.plumb.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where time, memory or events went, as measured by one tool over one stretch of time.
///
/// Immutable, and so safe to share between threads. Profiles with the same value types can be merged.
public final class Profile {
    private final String tool;
    private final Instant start;
    private final Duration duration;
    private final Map<String, String> host;
    private final List<ValueType> valueTypes;
    private final SampleList samples;
    private final List<ProcessFacts> processes;
    private final Loss loss;

    Profile(
            String tool,
            Instant start,
            Duration duration,
            Map<String, String> host,
            List<ValueType> valueTypes,
            SampleList samples,
            List<ProcessFacts> processes,
            Loss loss) {
        this.tool = tool;
        this.start = start;
        this.duration = duration;
        this.host = host;
        this.valueTypes = valueTypes;
        this.samples = samples;
        this.processes = processes;
        this.loss = loss;
    }

    /// The tool that made it, such as `cpu`.
    public String tool() {
        return tool;
    }

    public Instant start() {
        return start;
    }

    public Duration duration() {
        return duration;
    }

    public Instant end() {
        return start.plus(duration);
    }

    /// Facts about the machine, sorted by name.
    public Map<String, String> host() {
        return host;
    }

    /// What the values of each sample measure, in their order.
    public List<ValueType> valueTypes() {
        return valueTypes;
    }

    /// The samples in the order they were first added. Reading one makes it, so keep none and iterate freely.
    public List<Sample> samples() {
        return samples;
    }

    /// The different stacks of all samples, kernel and user apart.
    public List<Stack> stacks() {
        return samples.stacks();
    }

    /// The different threads.
    public List<Task> tasks() {
        return samples.tasks();
    }

    public List<ProcessFacts> processes() {
        return processes;
    }

    public Loss loss() {
        return loss;
    }

    /// The sum of one value over all samples.
    public long total(int valueIndex) {
        return samples.total(valueIndex);
    }

    /// The index of the value that counts events, or -1 if there is none.
    public int countIndex() {
        for (int i = 0; i < valueTypes.size(); i++) {
            if (valueTypes.get(i).isCount()) {
                return i;
            }
        }
        return -1;
    }

    /// The index of the value to show first: the first one that is more than a count, else the first.
    public int mainIndex() {
        for (int i = 0; i < valueTypes.size(); i++) {
            if (!valueTypes.get(i).isCount()) {
                return i;
            }
        }
        return 0;
    }

    /// How many events a sample stands for: its count, or 1 in a profile that has no counts.
    public long count(Sample sample) {
        int index = countIndex();
        return index < 0 ? 1 : sample.value(index);
    }

    public Totals totals() {
        int main = mainIndex();
        int count = countIndex();
        return new Totals(
                count < 0 ? samples.size() : total(count),
                total(main),
                valueTypes.get(main).unit(),
                samples.distinctStacks(),
                loss);
    }

    /// One profile of several with the same value types: values and losses are added up, times cover all of them.
    public static Profile merge(List<Profile> profiles) {
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("merge profiles: none given");
        }
        Profile first = profiles.getFirst();
        ProfileBuilder builder = new ProfileBuilder(first.tool, first.valueTypes);
        Instant start = first.start;
        Instant end = first.end();
        for (Profile profile : profiles) {
            if (!profile.valueTypes.equals(first.valueTypes)) {
                throw new IllegalArgumentException(
                        "merge profiles: value types differ: " + first.valueTypes + " and " + profile.valueTypes);
            }
            start = profile.start.isBefore(start) ? profile.start : start;
            end = profile.end().isAfter(end) ? profile.end() : end;
            builder.host(profile.host).loss(profile.loss);
            profile.processes.forEach(builder::process);
            profile.samples.forEach(builder::add);
        }
        return builder.start(start).duration(Duration.between(start, end)).build();
    }

    public Profile merge(Profile other) {
        return merge(List.of(this, other));
    }

    /// Equal if everything is, in whatever order the samples were added.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Profile that
                && tool.equals(that.tool)
                && start.equals(that.start)
                && duration.equals(that.duration)
                && host.equals(that.host)
                && valueTypes.equals(that.valueTypes)
                && loss.equals(that.loss)
                && Set.copyOf(processes).equals(Set.copyOf(that.processes))
                && samples.size() == that.samples.size()
                && Set.copyOf(samples).equals(Set.copyOf(that.samples));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * tool.hashCode() + start.hashCode()) + samples.size();
    }

    @Override
    public String toString() {
        return "profile tool=" + tool + " samples=" + samples.size() + " start=" + start + " duration=" + duration;
    }
}
