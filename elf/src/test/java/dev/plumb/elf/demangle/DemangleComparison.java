package dev.plumb.elf.demangle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Compares the demangler with `c++filt` over all mangled symbols of the files given, and lists where they differ.
///
/// `bench/demangling/run` builds and starts it.
final class DemangleComparison {
    /// Who decoded a name on which the two differ.
    enum Side {
        BOTH,
        ONLY_PLUMB,
        ONLY_CXXFILT
    }

    record Difference(Side side, String mangled, String expected, String actual) {}

    record Result(String file, int names, List<Difference> differences) {
        double sharePercent() {
            return names == 0 ? 100 : 100.0 * (names - differences.size()) / names;
        }

        long count(Side side) {
            return differences.stream().filter(d -> d.side == side).count();
        }
    }

    private DemangleComparison() {}

    /// Arguments: `--brief` to compare with `c++filt --no-verbose`, `--list` to print each difference, then files.
    public static void main(String[] arguments) throws IOException {
        List<String> files = new ArrayList<>(List.of(arguments));
        Detail detail = files.remove("--brief") ? Detail.BRIEF : Detail.FULL;
        boolean list = files.remove("--list");
        int names = 0;
        int equal = 0;
        System.out.printf("%-40s %9s %9s %9s %9s %9s%n", "file", "names", "equal %", "differ", "only we", "only it");
        for (String file : files) {
            Result result = compare(file, CxxFilt.mangledNames(Path.of(file)), detail);
            print(result, list);
            names += result.names;
            equal += result.names - result.differences.size();
        }
        System.out.printf("%-40s %9d %9.4f%n", "all", names, names == 0 ? 100.0 : 100.0 * equal / names);
    }

    static Result compare(String file, Collection<String> names, Detail detail) throws IOException {
        List<String> expected = CxxFilt.demangle(names, detail);
        if (expected.size() != names.size()) {
            throw new IllegalStateException("c++filt printed " + expected.size() + " lines for " + names.size());
        }
        List<Difference> differences = new ArrayList<>();
        int i = 0;
        for (String name : names) {
            String theirs = expected.get(i++);
            String decoded = Demangler.demangle(name, detail);
            String ours = decoded == null ? name : decoded;
            if (!ours.equals(theirs)) {
                Side side = decoded == null ? Side.ONLY_CXXFILT : theirs.equals(name) ? Side.ONLY_PLUMB : Side.BOTH;
                differences.add(new Difference(side, name, theirs, ours));
            }
        }
        return new Result(file, names.size(), differences);
    }

    private static void print(Result result, boolean list) {
        String file = Path.of(result.file).getFileName().toString();
        System.out.printf(
                "%-40s %9d %9.4f %9d %9d %9d%n",
                file,
                result.names,
                result.sharePercent(),
                result.count(Side.BOTH),
                result.count(Side.ONLY_PLUMB),
                result.count(Side.ONLY_CXXFILT));
        if (list) {
            for (Difference difference : result.differences) {
                System.out.printf(
                        "%s %s%n  c++filt %s%n  plumb   %s%n",
                        difference.side, difference.mangled, difference.expected, difference.actual);
            }
        }
    }
}
