package dev.plumb.symbols;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of threads, remembered for those that end.
///
/// A name is read when the thread is first asked for, and read again by [#refresh]: a thread often names itself only
/// after its first sample. Thread-safe. Keeps the most recently used names up to a limit, so memory is bounded.
public final class ThreadNames {
    /// A thread's number is reused after its process ends, so the process is part of the key.
    private record Key(int pid, int tid) {}

    private final Path proc;
    private final Map<Key, String> names;

    public ThreadNames() {
        this(Path.of("/proc"), 1 << 16);
    }

    ThreadNames(Path proc, int limit) {
        this.proc = proc;
        this.names = new LinkedHashMap<>(256, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, String> eldest) {
                return size() > limit;
            }
        };
    }

    /// The name of a thread: the one it was seen with, or the one it has now, or null if it is not there.
    public synchronized @Nullable String name(int pid, int tid) {
        String known = names.get(new Key(pid, tid));
        return known != null ? known : refresh(pid, tid);
    }

    /// The name a thread has now; the one it had, if it has ended.
    public synchronized @Nullable String refresh(int pid, int tid) {
        Key key = new Key(pid, tid);
        String current = read(pid, tid);
        if (current != null) {
            names.put(key, current);
        }
        return current != null ? current : names.get(key);
    }

    /// Takes a name that came with an event, as the kernel's `comm` does.
    public synchronized void observe(int pid, int tid, String name) {
        names.put(new Key(pid, tid), name);
    }

    private @Nullable String read(int pid, int tid) {
        Path file = proc.resolve(Integer.toString(pid))
                .resolve("task")
                .resolve(Integer.toString(tid))
                .resolve("comm");
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).stripTrailing();
        } catch (IOException e) {
            return null;
        }
    }
}
