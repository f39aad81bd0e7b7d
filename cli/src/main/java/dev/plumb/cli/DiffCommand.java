package dev.plumb.cli;

import dev.plumb.profile.Profile;
import dev.plumb.profile.analysis.ProfileDiff;
import dev.plumb.profile.flame.FlameGraph;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb diff`: what changed between two profiles, as a table or as a flame graph.
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two profiles of the same tool, in any format.",
            "",
            "Prints the functions whose own value changed most. With -o, writes the",
            "comparison: .html is a flame graph with both values, other formats have",
            "them as two value types."
        },
        footerHeading = "%nEXAMPLES%n",
        footer = {"  plumb diff before.json after.json", "  plumb diff before.pb.gz after.pb.gz -o diff.html"})
final class DiffCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "the profile before; - for standard input")
    private String before = "-";

    @Parameters(index = "1", paramLabel = "B", description = "the profile after")
    private String after = "-";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write the comparison; the ending tells the format")
    private @Nullable String output;

    @Option(names = "--format", paramLabel = "NAME", description = "the format of the file, whatever its ending")
    private @Nullable String formatName;

    @Option(names = "--top", paramLabel = "N", defaultValue = "20", description = "how many functions (default: 20)")
    private int top;

    @Override
    public Integer call() throws IOException {
        Format format = output == null ? null : ProfileFiles.format(spec, output, formatName);
        Profile first = ProfileFiles.read(before);
        Profile second = ProfileFiles.read(after);
        try {
            ProfileDiff diff = ProfileDiff.of(first, second);
            if (output == null || format == null) {
                print(diff, spec.commandLine().getOut());
            } else if (format.equals(Formats.HTML)) {
                FlameGraph graph = FlameGraph.diff(first, second);
                ProfileFiles.write(output, graph::write);
            } else {
                ProfileFiles.write(output, out -> format.writer().write(diff.profile(), out));
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter err = spec.commandLine().getErr();
        ProfileFiles.lossNote(first).ifPresent(note -> err.println("before: " + note));
        ProfileFiles.lossNote(second).ifPresent(note -> err.println("after: " + note));
        return ExitCode.DONE;
    }

    private void print(ProfileDiff diff, PrintWriter out) {
        long totalBefore = diff.profile().total(ProfileDiff.BEFORE);
        long totalAfter = diff.profile().total(ProfileDiff.AFTER);
        String unit = diff.profile().valueTypes().getFirst().unit();
        out.printf(Locale.ROOT, "total %s: %,d before, %,d after%n%n", unit, totalBefore, totalAfter);
        out.printf("%9s %9s %9s  %s%n", "before", "after", "change", "function");
        List<ProfileDiff.Row> rows = diff.functions();
        for (ProfileDiff.Row row : rows.subList(0, Math.clamp(top, 0, rows.size()))) {
            double was = percent(row.selfBefore(), totalBefore);
            double is = percent(row.selfAfter(), totalAfter);
            String name = ProfileFiles.printable(row.function().name(), Terminal.COLUMNS - 31);
            out.printf(Locale.ROOT, "%8.2f%% %8.2f%% %+8.2f%%  %s%n", was, is, is - was, name);
        }
    }

    private static double percent(long value, long total) {
        return total == 0 ? 0 : 100.0 * value / total;
    }
}
