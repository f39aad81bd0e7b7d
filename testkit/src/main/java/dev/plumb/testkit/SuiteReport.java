package dev.plumb.testkit;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Counts and prints what the suite does, and looks for leftovers after each class.
final class SuiteReport implements TestExecutionListener {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PrintStream out;
    private final Map<String, List<String>> skipped = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int passed;
    private int passedBefore;
    private long classStart;
    private @Nullable Leftovers before;
    private @Nullable TestPlan plan;

    SuiteReport(PrintStream out) {
        this.out = out;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        plan = testPlan;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        List<String> names = skipped.computeIfAbsent(reason, _ -> new ArrayList<>());
        if (test.isTest() || plan == null) {
            names.add(name(test));
        } else {
            plan.getDescendants(test).stream().filter(TestIdentifier::isTest).forEach(child -> names.add(name(child)));
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test)) {
            before = Leftovers.now();
            passedBefore = passed;
            classStart = System.nanoTime();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason");
            skipped.computeIfAbsent(reason, _ -> new ArrayList<>()).add(name(test));
        } else if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            failures.add(name(test));
            out.println("FAILED " + name(test));
            result.getThrowable().ifPresent(throwable -> throwable.printStackTrace(out));
        } else if (test.isTest()) {
            passed++;
        }
        if (isClass(test) && before != null) {
            List<String> left = before.since(PATIENCE);
            if (!left.isEmpty()) {
                failures.add(name(test));
                out.println("FAILED " + name(test) + " leaves behind: " + String.join(", ", left));
            }
            long millis = (System.nanoTime() - classStart) / 1_000_000;
            out.printf("  %-44s %3d passed  %6d ms%n", test.getDisplayName(), passed - passedBefore, millis);
        }
    }

    int finish() {
        skipped.forEach((reason, tests) -> {
            out.printf("skipped %d: %s%n", tests.size(), reason);
            tests.forEach(test -> out.println("    " + test));
        });
        int skips = skipped.values().stream().mapToInt(List::size).sum();
        out.printf("kernel: %d passed, %d failed, %d skipped%n", passed, failures.size(), skips);
        return failures.isEmpty() && passed > 0 ? 0 : 1;
    }

    private String name(TestIdentifier test) {
        String parent = plan == null
                ? ""
                : plan.getParent(test).map(TestIdentifier::getDisplayName).orElse("") + ".";
        return parent + test.getDisplayName();
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }
}
