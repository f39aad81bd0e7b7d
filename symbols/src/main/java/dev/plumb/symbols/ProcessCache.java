package dev.plumb.symbols;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Processes that were looked at, by number and start time, so that a number that is used again means a new process.
///
/// Ended processes are kept until there are too many processes; then the one used longest ago goes first.
final class ProcessCache {
    private record Key(int pid, long startTicks) {}

    private final ProcFs proc;
    private final SnapshotReader reader;
    private final ModuleCache modules;
    private final int limit;
    private final LinkedHashMap<Key, ProcessSymbols> processes = new LinkedHashMap<>(64, 0.75f, true);
    /// The start time of the latest process seen with a number.
    private final Map<Integer, Long> latest = new LinkedHashMap<>();

    ProcessCache(ProcFs proc, ModuleCache modules, int limit) {
        this.proc = proc;
        this.modules = modules;
        this.reader = new SnapshotReader(proc, modules);
        this.limit = limit;
    }

    /// The process a source means; null if it has gone and was never seen.
    @Nullable
    ProcessSymbols find(Source.Pid source) {
        long now = proc.startTicks(source.pid());
        long wanted = source.startTicks() != 0 ? source.startTicks() : now != 0 ? now : latest(source.pid());
        if (wanted == 0) {
            return null;
        }
        Key key = new Key(source.pid(), wanted);
        ProcessSymbols known = processes.get(key);
        if (known != null || now != wanted) {
            return known;
        }
        known = new ProcessSymbols(reader, proc, reader.read(source.pid(), wanted));
        // The process may have ended, and its number may have been used again, while it was read.
        if (proc.startTicks(source.pid()) == wanted || known.readable()) {
            processes.put(key, known);
            latest.put(source.pid(), wanted);
            trim();
        }
        return known;
    }

    private long latest(int pid) {
        return latest.getOrDefault(pid, 0L);
    }

    /// Forgets a process.
    void release(Source.Pid source) {
        long ticks = source.startTicks() != 0 ? source.startTicks() : latest(source.pid());
        processes.remove(new Key(source.pid(), ticks));
        latest.remove(source.pid(), ticks);
    }

    int count() {
        return processes.size();
    }

    /// Drops the names of code compiled at run time until the rest fits, of the processes used longest ago first.
    void trimJit(long budgetBytes) {
        long bytes =
                processes.values().stream().mapToLong(ProcessSymbols::jitBytes).sum();
        for (ProcessSymbols process : processes.values()) {
            if (bytes <= budgetBytes) {
                return;
            }
            bytes -= process.jitBytes();
            process.trimJit();
        }
    }

    private void trim() {
        if (processes.size() <= limit) {
            return;
        }
        Iterator<Map.Entry<Key, ProcessSymbols>> eldest = processes.entrySet().iterator();
        while (processes.size() > limit - limit / 8) {
            Key gone = eldest.next().getKey();
            latest.remove(gone.pid(), gone.startTicks());
            eldest.remove();
        }
        Set<NativeModule> needed = new HashSet<>();
        processes.values().forEach(process -> process.addModules(needed));
        modules.retain(needed);
    }
}
