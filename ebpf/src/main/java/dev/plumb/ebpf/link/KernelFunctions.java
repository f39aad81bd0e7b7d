package dev.plumb.ebpf.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The kernel functions that can be probed by name.
///
/// The kernel lists what it can trace in tracefs; a name must also stand for one function only, or the kernel would
/// not know which is meant.
public final class KernelFunctions {
    private static final Path KALLSYMS = Path.of("/proc/kallsyms");

    private KernelFunctions() {}

    /// The probeable functions whose names match a glob of `*` and `?`, sorted.
    public static List<String> matching(String glob) {
        Predicate<String> wanted = glob(glob);
        Set<String> traceable = traceable(wanted);
        return unique(wanted).stream()
                .filter(name -> traceable.isEmpty() || traceable.contains(name))
                .sorted()
                .toList();
    }

    /// A test for names that match a glob.
    public static Predicate<String> glob(String glob) {
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            pattern.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(pattern.toString()).asMatchPredicate();
    }

    private static Set<String> unique(Predicate<String> wanted) {
        Map<String, Integer> counts = new HashMap<>();
        try (var lines = Files.lines(KALLSYMS)) {
            lines.forEach(line -> {
                String[] columns = line.split("[ \t]+");
                if (columns.length == 3 && columns[1].equalsIgnoreCase("t") && wanted.test(columns[2])) {
                    counts.merge(columns[2], 1, Integer::sum);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("read " + KALLSYMS, e);
        }
        counts.values().removeIf(count -> count > 1);
        return counts.keySet();
    }

    /// Empty where the kernel does not tell.
    private static Set<String> traceable(Predicate<String> wanted) {
        Set<String> names = new HashSet<>();
        try (TraceFileSystem tracefs = TraceFileSystem.open();
                var lines = Files.lines(tracefs.path("available_filter_functions"))) {
            lines.forEach(line -> {
                int space = line.indexOf(' ');
                String name = space < 0 ? line : line.substring(0, space);
                if (wanted.test(name)) {
                    names.add(name);
                }
            });
        } catch (IOException | UncheckedIOException | dev.plumb.ebpf.BpfException e) {
            return Set.of();
        }
        return names;
    }
}
