package dev.plumb.cli;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.profile.Profile;
import dev.plumb.tools.Command;
import dev.plumb.tools.Recording;
import dev.plumb.tools.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// Runs a tool from its start to its results: what all recording commands have in common.
final class RecordingRun {
    /// Often enough to see most processes while they are there.
    private static final long POLL_MILLIS = 250;

    /// The first look comes sooner, and each later one after twice the time: a command may be short.
    private static final long FIRST_POLL_MILLIS = 4;

    private final CommandLine line;
    private final WhenOptions when;
    private final OutputOptions output;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Progress progress;
    private final List<Profile> parts = new ArrayList<>();
    private boolean pushed = true;

    /// Starts the tool on a target, which has the command in it if there is one.
    @FunctionalInterface
    interface Starter {
        Recording start(Target target, boolean followChildren);
    }

    RecordingRun(CommandLine line, WhenOptions when, OutputOptions output) {
        this.line = line;
        this.when = when;
        this.output = output;
        this.out = line.getOut();
        this.err = line.getErr();
        this.progress = new Progress(err, !output.quiet() && Terminal.isTerminal(2));
    }

    int run(Target target, List<String> words, Starter starter) throws IOException {
        output.check(line);
        requireThere(target);
        Interruption.expect();
        if (words.isEmpty()) {
            try (Recording recording = starter.start(target, false)) {
                return record(recording, target, null);
            }
        }
        try (Command command = Command.hold(words)) {
            Target child = target.withPids(List.of(command.pid()));
            try (Recording recording = starter.start(child, true)) {
                command.release();
                return record(recording, Target.EVERYTHING, command);
            }
        }
    }

    private static void requireThere(Target target) {
        String missing = target.missing().orElse(null);
        if (missing != null) {
            throw new BpfException(
                    "profile " + missing, Errno.ESRCH, "it does not exist", "`ps -eLf` lists processes and threads");
        }
    }

    private int record(Recording recording, Target target, @Nullable Command command) throws IOException {
        if (output.verbose()) {
            err.println("attached by " + recording.means());
        }
        Duration length = when.duration(command != null);
        Duration interval = when.interval();
        long start = System.nanoTime();
        long end = length == null ? Long.MAX_VALUE : length.toNanos();
        long nextReport = interval == null ? Long.MAX_VALUE : interval.toNanos();
        long passed = 0;
        long poll = command == null ? POLL_MILLIS : FIRST_POLL_MILLIS;
        while (passed < end && !target.hasEnded() && (command == null || command.isRunning())) {
            long pause = Math.min(poll, Math.max(1, (Math.min(end, nextReport) - passed) / 1_000_000));
            poll = Math.min(2 * poll, POLL_MILLIS);
            if (Interruption.await(pause) || out.checkError()) {
                break;
            }
            recording.poll();
            passed = System.nanoTime() - start;
            progress.show(passed, length, recording.samples());
            if (passed >= nextReport && passed < end) {
                nextReport += interval == null ? 0 : interval.toNanos();
                report(recording.take(), interval);
            }
        }
        recording.stop();
        progress.clear();
        report(recording.take(), interval);
        return finish(command);
    }

    private void report(Profile profile, @Nullable Duration interval) throws IOException {
        progress.clear();
        parts.add(profile);
        output.show(profile, line);
        if (interval != null) {
            pushed &= output.push(profile, err);
        }
    }

    /// The files and, without intervals, the receiver get everything as one.
    private int finish(@Nullable Command command) throws IOException {
        Profile whole = Profile.merge(parts);
        output.write(whole, line);
        if (when.interval() == null) {
            pushed = output.push(whole, err);
        }
        if (command != null && !command.isRunning() && command.exitStatus() != 0 && !output.quiet()) {
            err.println("note: the command exited with status " + command.exitStatus());
        }
        if (whole.samples().isEmpty() && !output.quiet()) {
            err.println("note: no samples; was the target idle?");
        }
        return pushed ? ExitCode.DONE : ExitCode.FAILED;
    }
}
