package dev.plumb.cli;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Totals;
import dev.plumb.profile.analysis.FunctionRow;
import dev.plumb.profile.analysis.FunctionTable;
import dev.plumb.profile.analysis.ProcessRow;
import dev.plumb.profile.analysis.StackRow;
import dev.plumb.profile.analysis.StackTable;
import dev.plumb.profile.analysis.TaskTable;
import dev.plumb.profile.analysis.ThreadRow;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A profile for a terminal of 80 columns: summary, functions, processes, stacks.
final class ProfileReport {
    private static final int SHOWN_FRAMES = 20;
    private static final int SHOWN_REASONS = 5;

    private final Style style;
    private final PrintWriter out;
    private final int top;

    ProfileReport(Style style, PrintWriter out, int top) {
        this.style = style;
        this.out = out;
        this.top = top;
    }

    /// Prints everything, or one stack if its id is given.
    void print(Profile profile, @Nullable String stackId) {
        int value = profile.mainIndex();
        StackTable stacks = StackTable.of(profile, value);
        if (stackId != null) {
            stacks.find(stackId)
                    .ifPresentOrElse(
                            row -> stack(row, stacks.total(), Integer.MAX_VALUE),
                            () -> out.println("no stack has the id " + ProfileFiles.printable(stackId, 20)));
            return;
        }
        summary(profile);
        if (profile.samples().isEmpty()) {
            return;
        }
        functions(FunctionTable.of(profile, value));
        tasks(TaskTable.of(profile, value));
        out.println();
        out.println(style.bold("Stacks"));
        stacks.rows().stream().limit(top).forEach(row -> stack(row, stacks.total(), SHOWN_FRAMES));
    }

    private void summary(Profile profile) {
        Totals totals = profile.totals();
        String seconds = String.format(Locale.ROOT, "%.1f s", profile.duration().toMillis() / 1000.0);
        out.println(style.bold(profile.tool() + ": " + number(totals.samples()) + " samples in " + seconds)
                + amount(profile, totals));
        double average = totals.stacks() == 0 ? 0 : (double) totals.samples() / totals.stacks();
        out.println(
                String.format(Locale.ROOT, "%s different stacks, %.1f samples each", number(totals.stacks()), average));
        loss(totals.loss());
    }

    private static String amount(Profile profile, Totals totals) {
        return switch (totals.unit()) {
            case "nanoseconds" -> String.format(Locale.ROOT, ", %.2f s of CPU time", totals.value() / 1e9);
            case "count" -> "";
            default -> ", " + profile.valueTypes().get(profile.mainIndex()).name() + " " + number(totals.value());
        };
    }

    private void loss(Loss loss) {
        String line = "lost " + number(loss.lost()) + ", truncated " + number(loss.truncated()) + ", unnamed frames "
                + number(loss.unknownFrames());
        String roots = loss.rootChecked() == 0
                ? ""
                : String.format(Locale.ROOT, "; %.1f %% of user stacks reach a root", loss.rootReachedPercent());
        out.println((loss.lost() > 0 ? style.bad(line) : line) + roots);
        List<LossReason> reasons = new ArrayList<>(loss.reasons());
        reasons.sort(Comparator.comparingLong(LossReason::count).reversed());
        for (LossReason reason : reasons.subList(0, Math.min(SHOWN_REASONS, reasons.size()))) {
            String whom = reason.pid() == 0 ? "" : "pid " + reason.pid() + ": ";
            out.println(style.warning(ProfileFiles.printable(
                    "  " + number(reason.count()) + " x " + whom + reason.reason(), Terminal.COLUMNS)));
        }
    }

    private void functions(FunctionTable table) {
        out.println();
        out.println(style.bold("  self   total  function"));
        for (FunctionRow row : table.rows().stream().limit(top).toList()) {
            String module = shortName(row.function().module());
            String name = row.function().name() + (module.isEmpty() ? "" : " (" + module + ")");
            out.println(percent(row.self(), table.total()) + "  " + percent(row.total(), table.total()) + "  "
                    + ProfileFiles.printable(name, Terminal.COLUMNS - 16));
        }
    }

    private void tasks(TaskTable table) {
        boolean threads =
                table.threads().stream().anyMatch(row -> !row.task().thread().isEmpty());
        out.println();
        out.println(style.bold(threads ? " share     tid  thread (process)" : " share     pid  process"));
        if (threads) {
            for (ThreadRow row : table.threads().stream().limit(top).toList()) {
                String name = row.task().thread() + " (" + row.task().comm() + " "
                        + row.task().pid() + ")";
                task(percent(row.value(), table.total()), row.task().tid(), name);
            }
            return;
        }
        for (ProcessRow row : table.processes().stream().limit(top).toList()) {
            String cmdline = row.facts() == null ? "" : "  " + row.facts().cmdline();
            task(percent(row.value(), table.total()), row.pid(), row.comm() + cmdline);
        }
    }

    private void task(String percent, int id, String name) {
        out.println(percent + String.format(" %7d  ", id) + ProfileFiles.printable(name, Terminal.COLUMNS - 17));
    }

    private void stack(StackRow row, long total, int most) {
        String labels = row.labels().isEmpty()
                ? ""
                : " " + String.join(" ", row.labels().values());
        String head = row.id() + "  " + percent(row.value(), total).strip() + "  " + number(row.count()) + " x  "
                + row.comm() + " " + row.pid() + labels;
        out.println(style.bold(ProfileFiles.printable(head, Terminal.COLUMNS)));
        List<Frame> frames = new ArrayList<>(row.kernelStack().frames());
        frames.addAll(row.userStack().frames());
        frames.stream().limit(most).forEach(this::frame);
        if (frames.size() > most) {
            out.println("    .. " + (frames.size() - most) + " more frames; --stack " + row.id() + " shows all");
        }
        error("kernel", row.kernelStack());
        error("user", row.userStack());
    }

    private void error(String which, Stack stack) {
        if (stack.error() != null) {
            out.println(style.warning(
                    ProfileFiles.printable("    no " + which + " stack: " + stack.error(), Terminal.COLUMNS)));
        }
    }

    /// The function with its offset on the left, the module on the right.
    private void frame(Frame frame) {
        String module = ProfileFiles.printable(frame.inlined() ? "(inlined)" : shortName(frame.module()), 24);
        String offset = frame.isUnknown() || frame.inlined() ? "" : "+0x" + Long.toHexString(frame.offset());
        int room = Terminal.COLUMNS - 6 - module.length() - offset.length();
        String name = ProfileFiles.printable(frame.name(), room) + offset;
        int gap = Terminal.COLUMNS - 4 - name.length() - module.length();
        String right = module.isEmpty() ? "" : " ".repeat(Math.max(1, gap)) + style.faint(module);
        out.println("    " + name + right);
    }

    private static String shortName(String module) {
        return module.substring(module.lastIndexOf('/') + 1);
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%5.1f%%", whole == 0 ? 0 : 100.0 * part / whole);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
