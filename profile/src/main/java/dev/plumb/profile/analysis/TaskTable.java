package dev.plumb.profile.analysis;

import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Processes and threads by value.
///
/// @param total the value of the whole profile, for percentages
/// @param processes the processes, greatest value first
/// @param threads the threads, greatest value first
public record TaskTable(long total, List<ProcessRow> processes, List<ThreadRow> threads) {

    public static TaskTable of(Profile profile, int valueIndex) {
        Map<Task, long[]> sums = new LinkedHashMap<>();
        for (Sample sample : profile.samples()) {
            long[] sum = sums.computeIfAbsent(sample.task(), task -> new long[2]);
            sum[0] += sample.value(valueIndex);
            sum[1] += profile.count(sample);
        }
        List<ThreadRow> threads = new ArrayList<>();
        sums.forEach((task, sum) -> threads.add(new ThreadRow(task, sum[0], sum[1])));
        threads.sort(Comparator.comparingLong(ThreadRow::value)
                .reversed()
                .thenComparingInt(row -> row.task().tid()));
        return new TaskTable(profile.total(valueIndex), processes(profile, threads), List.copyOf(threads));
    }

    /// A process that changed its name (exec) has a row for each of them.
    private record Key(int pid, String comm) {}

    private static List<ProcessRow> processes(Profile profile, List<ThreadRow> threads) {
        Map<Integer, ProcessFacts> facts = new HashMap<>();
        profile.processes().forEach(process -> facts.put(process.pid(), process));
        Map<Key, ProcessRow> rows = new LinkedHashMap<>();
        for (ThreadRow row : threads) {
            Task task = row.task();
            ProcessRow added =
                    new ProcessRow(task.pid(), task.comm(), row.value(), row.count(), 1, facts.get(task.pid()));
            rows.merge(new Key(task.pid(), task.comm()), added, TaskTable::plus);
        }
        List<ProcessRow> sorted = new ArrayList<>(rows.values());
        sorted.sort(Comparator.comparingLong(ProcessRow::value).reversed().thenComparingInt(ProcessRow::pid));
        return List.copyOf(sorted);
    }

    private static ProcessRow plus(ProcessRow row, ProcessRow more) {
        return new ProcessRow(
                row.pid(),
                row.comm(),
                row.value() + more.value(),
                row.count() + more.count(),
                row.threads() + more.threads(),
                row.facts());
    }
}
