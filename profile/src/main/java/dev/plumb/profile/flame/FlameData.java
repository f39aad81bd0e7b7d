package dev.plumb.profile.flame;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Samples of one profile or two, as flat arrays over one call tree and one table of strings.
final class FlameData {
    private final List<ValueType> types;
    private final int sides;
    private final CallTree tree = new CallTree();
    private final SharedNumbers<Task> sampledTasks = new SharedNumbers<>();
    private final IntList shownTask = new IntList();
    private final Numbers<Task> tasks = new Numbers<>();
    private final SharedNumbers<Map<String, String>> labelSets = new SharedNumbers<>();
    private final SampleColumns rows;
    private final Numbers<String> strings = new Numbers<>();

    FlameData(List<ValueType> types, int sides) {
        this.types = types;
        this.sides = sides;
        this.rows = new SampleColumns(types.size() * sides);
    }

    /// Adds a profile as one side of the comparison, or as the only one.
    void add(int side, Profile profile) {
        int[] valueIndex =
                types.stream().mapToInt(profile.valueTypes()::indexOf).toArray();
        int main = profile.mainIndex();
        for (Sample sample : profile.samples()) {
            int node = tree.add(sample.kernelStack(), sample.userStack(), sample.value(main));
            int row = rows.row(node, number(sample.task()), labelSets.number(sample.labels()));
            for (int v = 0; v < valueIndex.length; v++) {
                // JavaScript has doubles only: exact to 2^53, which in nanoseconds is 104 days of one processor.
                rows.add(v * sides + side, row, (double) sample.value(valueIndex[v]));
            }
        }
    }

    /// Two runs have different ids for the same process: a comparison goes by names.
    private int number(Task task) {
        int sampled = sampledTasks.number(task);
        if (sampled == shownTask.size()) {
            shownTask.add(tasks.number(sides == 1 ? task : new Task(-1, -1, task.comm(), task.thread())));
        }
        return shownTask.at(sampled);
    }

    Sections sections() {
        Sections sections = new Sections();
        DepthFirst order = DepthFirst.of(tree);
        addSamples(sections, order);
        addTree(sections, order);
        addFunctions(sections);
        addTasks(sections);
        addLabels(sections);
        sections.strings("strings", strings.values());
        return sections;
    }

    private void addSamples(Sections sections, DepthFirst order) {
        for (int type = 0; type < types.size(); type++) {
            for (int side = 0; side < sides; side++) {
                sections.doubles("value" + type + "." + side, rows.column(type * sides + side));
            }
        }
        sections.ints("sampleNode", ofRows(row -> order.position(rows.node(row))));
        sections.ints("sampleThread", ofRows(rows::task));
        sections.ints("sampleLabels", ofRows(rows::labels));
    }

    private int[] ofRows(IntUnaryOperator value) {
        return IntStream.range(0, rows.size()).map(value).toArray();
    }

    private void addTree(Sections sections, DepthFirst order) {
        int[] heaviest = tree.nodePlaces().heaviest(tree.size());
        int[] counts = tree.nodePlaces().counts(tree.size());
        sections.ints("depth", order.depths());
        sections.ints("fn", order.map(tree::function));
        sections.ints("place", order.map(node -> heaviest[node]));
        sections.ints("places", order.map(node -> counts[node]));
        sections.ints("flags", order.map(tree::flags));
    }

    private void addFunctions(Sections sections) {
        List<CallTree.Function> functions = tree.functions();
        List<CallTree.Place> places = tree.places();
        sections.ints(
                "fnName",
                functions.stream().mapToInt(f -> strings.number(f.name())).toArray());
        sections.ints(
                "fnModule",
                functions.stream().mapToInt(f -> optional(f.module())).toArray());
        sections.ints(
                "fnKind",
                functions.stream().mapToInt(f -> strings.number(f.kind())).toArray());
        sections.ints(
                "placeFile",
                places.stream().mapToInt(p -> strings.number(p.file())).toArray());
        sections.ints(
                "placeLine", places.stream().mapToInt(CallTree.Place::line).toArray());
    }

    private void addTasks(Sections sections) {
        List<Task> all = tasks.values();
        sections.ints("threadPid", all.stream().mapToInt(Task::pid).toArray());
        sections.ints("threadTid", all.stream().mapToInt(Task::tid).toArray());
        sections.ints(
                "threadComm",
                all.stream().mapToInt(t -> strings.number(t.comm())).toArray());
        sections.ints(
                "threadName",
                all.stream()
                        .mapToInt(t -> strings.number(t.thread().isEmpty() ? t.comm() : t.thread()))
                        .toArray());
    }

    private void addLabels(Sections sections) {
        IntList starts = new IntList();
        IntList keys = new IntList();
        IntList values = new IntList();
        for (Map<String, String> labels : labelSets.values()) {
            starts.add(keys.size());
            labels.forEach((key, value) -> {
                keys.add(strings.number(key));
                values.add(strings.number(value));
            });
        }
        starts.add(keys.size());
        sections.ints("labelStart", starts.toArray());
        sections.ints("labelKey", keys.toArray());
        sections.ints("labelValue", values.toArray());
    }

    /// An empty text has no number: -1.
    private int optional(String text) {
        return text.isEmpty() ? -1 : strings.number(text);
    }
}
