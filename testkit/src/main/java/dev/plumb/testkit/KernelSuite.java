package dev.plumb.testkit;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs the kernel tests of the given class folders, on whatever kernel this is.
///
/// It prints one line a test class, what was skipped and on what evidence, and at the end `kernel: N passed, N failed,
/// N skipped`. A class that leaves something behind in the kernel has failed.
public final class KernelSuite {
    private KernelSuite() {}

    /// Runs `KernelSuite [-n PATTERN] FOLDER...`, where the pattern is a regular expression over class names.
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<String> arguments = Arrays.asList(args);
        String pattern = ".*KernelTest";
        if (arguments.size() > 1 && arguments.getFirst().equals("-n")) {
            pattern = arguments.get(1);
            arguments = arguments.subList(2, arguments.size());
        }
        Set<Path> folders = arguments.stream().map(Path::of).collect(Collectors.toCollection(LinkedHashSet::new));
        SuiteReport report = new SuiteReport(out);
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClasspathRoots(folders))
                .filters(includeClassNamePatterns(pattern))
                .build();
        out.printf("kernel tests on %s, %s%n", System.getProperty("os.version"), System.getProperty("os.arch"));
        LauncherFactory.create().execute(request, report);
        System.exit(report.finish());
    }
}
