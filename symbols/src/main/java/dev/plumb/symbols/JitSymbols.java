package dev.plumb.symbols;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Names code that a process compiled at run time, from its perf map and its jitdump file.
///
/// The perf map is `/tmp/perf-PID.map` as the process sees it: under its own root, and with the number it has in its
/// own namespace. If it is not there, the machine's `/tmp` is tried with the number seen from here.
final class JitSymbols {
    private final ProcessSnapshot process;
    private final Path root;
    private final FrameKind kind;
    private final List<JitFile> files = new ArrayList<>();
    private final Set<String> dumps = new HashSet<>();
    private boolean checked;

    JitSymbols(ProcessSnapshot process, Path root) {
        this.process = process;
        this.root = root;
        this.kind = kind(process);
        addDumps(process);
    }

    /// Takes the jitdump files that a process has mapped.
    void addDumps(ProcessSnapshot snapshot) {
        for (ProcessSnapshot.Region region : snapshot.regions()) {
            if (region.mapping().jitDump() && dumps.add(region.mapping().path())) {
                Path path = DebugFiles.below(root, Path.of(region.mapping().path()));
                files.add(new JitFile(path, JitDumpReader::read, process.userId()));
            }
        }
    }

    private static FrameKind kind(ProcessSnapshot process) {
        for (ProcessSnapshot.Region region : process.regions()) {
            if (region.mapping().path().endsWith("/libjvm.so")) {
                return FrameKind.JAVA;
            }
        }
        return FrameKind.JIT;
    }

    long heapBytes() {
        return files.stream().mapToLong(JitFile::heapBytes).sum();
    }

    /// Lets the next address look whether the files have changed.
    void expire() {
        checked = false;
    }

    /// Names an address, or says why it has no name.
    ///
    /// @param lookup how far before it the code lies that is meant
    Symbolized symbolize(long address, int lookup, String label, long offset, SymbolizerOptions options) {
        check();
        for (JitFile file : files) {
            Symbolized found = find(file.table(), address, lookup, label, options);
            found = found != null ? found : find(file.earlier(), address, lookup, label, options);
            if (found != null) {
                return found;
            }
        }
        return Symbols.unknown(address, UnknownReason.NO_JIT_MAP, problem(), label, offset);
    }

    private @Nullable Symbolized find(
            JitTable table, long address, int lookup, String label, SymbolizerOptions options) {
        int row = table.find(address - lookup);
        if (row < 0) {
            return null;
        }
        String text = table.name(row);
        JitName name = options.rawNames() ? new JitName(text, null, 0, kind) : JitName.of(text, kind);
        Frame frame = new Frame(
                address,
                name.symbol(),
                address - table.start(row),
                label,
                name.file(),
                name.line(),
                false,
                name.kind());
        return new Symbolized.Frames(address, List.of(frame));
    }

    private void check() {
        if (checked) {
            return;
        }
        checked = true;
        if (files.stream().noneMatch(JitFile::perfMap)) {
            Path inside = root.resolve("tmp/perf-" + process.innerPid() + ".map");
            Path outside = Path.of("/tmp/perf-" + process.pid() + ".map");
            for (Path path : List.of(inside, outside)) {
                if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    files.addFirst(new JitFile(path, PerfMapReader::read, process.userId()));
                    break;
                }
            }
        }
        files.forEach(JitFile::refresh);
    }

    private String problem() {
        for (JitFile file : files) {
            String problem = file.problem();
            if (problem != null) {
                return problem;
            }
        }
        if (!files.isEmpty()) {
            return "code compiled at run time that is not in the process's perf map, or not yet";
        }
        String help = kind == FrameKind.JAVA
                ? "run `jcmd " + process.pid() + " Compiler.perfmap`"
                : "start Node.js with --perf-basic-prof, Python with -X perf";
        return "code compiled at run time, and no /tmp/perf-" + process.innerPid() + ".map tells about it: " + help;
    }
}
