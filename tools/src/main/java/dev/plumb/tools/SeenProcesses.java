package dev.plumb.tools;

import dev.plumb.profile.ProcessFacts;
import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of the processes in samples, learnt when each is first seen, since it may have gone later.
final class SeenProcesses {
    /// Memory is looked at in parts of 64 KiB.
    private static final int PART_BITS = 16;

    private final Symbolizer symbolizer;
    private final Map<Integer, Seen> seen = new HashMap<>();

    /// One process.
    ///
    /// @param comm its name, or an empty string if it had gone
    /// @param parts the parts of its memory that stacks have led to
    private record Seen(
            Source.Pid source,
            String comm,
            String cmdline,
            @Nullable Instant start,
            Set<Long> parts) {}

    SeenProcesses(Symbolizer symbolizer) {
        this.symbolizer = symbolizer;
    }

    /// Looks at a process, and at its memory map where a stack leads to a part that is new: it may have loaded a
    /// library
    /// or executed another program since. Tells whether the process is new.
    boolean see(int pid, RawStack user) {
        boolean fresh = seeProcess(pid);
        Seen known = seen.get(pid);
        for (int i = 0; known != null && i < user.depth(); i++) {
            if (known.parts().add(user.address(i) >>> PART_BITS)) {
                symbolizer.symbolize(known.source(), user.address(i));
            }
        }
        return fresh;
    }

    private boolean seeProcess(int pid) {
        if (pid == 0 || seen.containsKey(pid)) {
            return false;
        }
        Source.Pid source = symbolizer.observe(pid);
        Instant start = ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElse(null);
        seen.put(pid, new Seen(source, read(pid, "comm").strip(), cmdline(pid), start, new HashSet<>()));
        return true;
    }

    /// The process as the symbolizer knows it.
    Source.Pid source(int pid) {
        Seen known = seen.get(pid);
        return known == null ? Source.process(pid) : known.source();
    }

    /// The name of a thread's process: the first thread's, which changes with `exec`.
    String comm(RawSamples.Key sample) {
        if (sample.pid() == sample.tid()) {
            return sample.comm();
        }
        Seen known = seen.get(sample.pid());
        return known == null || known.comm().isEmpty() ? sample.comm() : known.comm();
    }

    @Nullable
    ProcessFacts facts(int pid, String comm) {
        Seen known = seen.get(pid);
        return known == null ? null : new ProcessFacts(pid, comm, known.cmdline(), known.start());
    }

    private static String cmdline(int pid) {
        return read(pid, "cmdline").replace('\0', ' ').strip();
    }

    private static String read(int pid, String file) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/" + file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
