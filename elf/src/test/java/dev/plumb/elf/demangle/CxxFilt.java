package dev.plumb.elf.demangle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The tools of GNU binutils that demangling is compared with.
final class CxxFilt {
    private CxxFilt() {}

    static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/c++filt")) && Files.isExecutable(Path.of("/usr/bin/nm"));
    }

    /// The distinct mangled names among all symbols of a file or archive, without their versions.
    static SortedSet<String> mangledNames(Path file) throws IOException {
        SortedSet<String> names = new TreeSet<>();
        for (String table : List.of("--debug-syms", "--dynamic")) {
            for (String line : run(List.of("nm", table, file.toString()), null)) {
                String symbol = line.substring(line.lastIndexOf(' ') + 1);
                int version = symbol.indexOf('@');
                String name = version < 0 ? symbol : symbol.substring(0, version);
                if (name.startsWith("_Z") || name.startsWith("_R")) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /// What c++filt prints for each name, in the same order.
    static List<String> demangle(Collection<String> names, Detail detail) throws IOException {
        Path input = Files.createTempFile("names", ".txt");
        try {
            Files.write(input, names);
            String detailOption = detail == Detail.FULL ? "--no-strip-underscore" : "--no-verbose";
            return run(List.of("c++filt", detailOption), input);
        } finally {
            Files.delete(input);
        }
    }

    private static List<String> run(List<String> command, Path input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        if (input != null) {
            builder.redirectInput(input.toFile());
        }
        Process process = builder.start();
        try (var reader = process.inputReader()) {
            return reader.lines().toList();
        }
    }
}
