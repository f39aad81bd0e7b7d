package dev.plumb.profile.flame;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Samples of one profile or two, as flat arrays over one call tree and one table of strings.
final class FlameData {
    private final List<ValueType> types;
    private final int sides;
    private final CallTree tree = new CallTree();
    private final Numbers<Task> tasks = new Numbers<>();
    private final Numbers<Map<String, String>> labelSets = new Numbers<>();
    private final Map<Row, double[]> rows = new LinkedHashMap<>();
    private final Numbers<String> strings = new Numbers<>();

    /// What samples are added up by.
    private record Row(int node, int task, int labels) {}

    FlameData(List<ValueType> types, int sides) {
        this.types = types;
        this.sides = sides;
    }

    /// Adds a profile as one side of the comparison, or as the only one.
    void add(int side, Profile profile) {
        int[] valueIndex =
                types.stream().mapToInt(profile.valueTypes()::indexOf).toArray();
        int main = profile.mainIndex();
        for (Sample sample : profile.samples()) {
            int node = tree.add(sample.kernelStack(), sample.userStack(), sample.value(main));
            Row row = new Row(node, tasks.number(task(sample.task())), labelSets.number(sample.labels()));
            double[] values = rows.computeIfAbsent(row, _ -> new double[types.size() * sides]);
            for (int v = 0; v < valueIndex.length; v++) {
                values[v * sides + side] += sample.value(valueIndex[v]);
            }
        }
    }

    /// Two runs have different ids for the same process: a comparison goes by names.
    private Task task(Task task) {
        return sides == 1 ? task : new Task(-1, -1, task.comm(), task.thread());
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
        int v = 0;
        for (int type = 0; type < types.size(); type++) {
            for (int side = 0; side < sides; side++) {
                int column = v++;
                sections.doubles(
                        "value" + type + "." + side,
                        rows.values().stream()
                                .mapToDouble(values -> values[column])
                                .toArray());
            }
        }
        List<Row> keys = new ArrayList<>(rows.keySet());
        sections.ints(
                "sampleNode",
                keys.stream().mapToInt(row -> order.position(row.node)).toArray());
        sections.ints("sampleThread", keys.stream().mapToInt(Row::task).toArray());
        sections.ints("sampleLabels", keys.stream().mapToInt(Row::labels).toArray());
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
