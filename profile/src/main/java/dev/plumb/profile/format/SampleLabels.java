package dev.plumb.profile.format;

import dev.plumb.profile.Task;
import java.util.Map;
import java.util.TreeMap;

/// The labels of a sample in formats that know no threads: those that name the thread are taken out.
final class SampleLabels {
    static final String PID = "pid";
    static final String TID = "tid";
    static final String COMM = "comm";
    static final String THREAD = "thread";

    final Map<String, String> texts = new TreeMap<>();
    private int pid;
    private int tid;
    private String comm = "";
    private String thread = "";

    void put(String name, String text) {
        switch (name) {
            case PID -> pid = number(name, text);
            case TID -> tid = number(name, text);
            case COMM -> comm = text;
            case THREAD -> thread = text;
            default -> texts.put(name, text);
        }
    }

    Task task() {
        return new Task(pid, tid, comm, thread);
    }

    /// A number, or 0 with the text kept as a plain label: other tools may use the name for something else.
    private int number(String name, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            texts.put(name, text);
            return 0;
        }
    }
}
