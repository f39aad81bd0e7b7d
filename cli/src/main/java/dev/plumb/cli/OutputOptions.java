package dev.plumb.cli;

import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import dev.plumb.profile.push.Push;
import dev.plumb.profile.push.PushOptions;
import dev.plumb.profile.push.PushTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where results go.
final class OutputOptions {
    /// What a terminal cannot show.
    private static final Set<Format> BINARY = Set.of(Formats.PPROF, Formats.OTLP, Formats.JFR);

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write the profile; its ending tells the format: .html (flame graph), .folded, .pb.gz, .json,"
                    + " .speedscope.json, .jfr, .otlp, ...; may be given again")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "the format of -o files, or of standard output without -o: html, folded, pprof, json,"
                    + " speedscope, otlp, jfr, firefox, perf-script")
    private @Nullable String formatName;

    @Option(names = "--top", paramLabel = "N", defaultValue = "10", description = "rows of each table (default 10)")
    private int top = 10;

    @Option(names = "--stack", paramLabel = "ID", description = "show the stack with this id, whole")
    private @Nullable String stackId;

    @Option(names = "--json", description = "Plumb's JSON on standard output, instead of the report")
    private boolean json;

    @Option(
            names = "--push",
            paramLabel = "URL",
            description = "send the profile: pprof to http://..., or otlp+http://HOST:4318, pyroscope+http://HOST:4040")
    private @Nullable String pushAddress;

    @Option(names = "--verbose", description = "say more on standard error")
    private boolean verbose;

    @Option(names = "--quiet", description = "no report, no progress, no notes")
    private boolean quiet;

    boolean verbose() {
        return verbose;
    }

    boolean quiet() {
        return quiet;
    }

    /// Finds everything that can be wrong before any time is spent on measuring.
    void check(CommandLine command) throws IOException {
        if (top < 1) {
            throw new ParameterException(command, "--top " + top + ": must be positive");
        }
        Format plain = standardOutput(command);
        if (plain != null && BINARY.contains(plain) && Terminal.isTerminal(1)) {
            throw new ParameterException(
                    command, "--format " + plain.name() + " is not for a terminal; give a file with -o");
        }
        if (pushAddress != null) {
            PushTarget.of(pushAddress);
        }
        for (String file : files) {
            ProfileFiles.format(command.getCommandSpec(), file, formatName);
            if (!file.equals("-")) {
                requireWritable(Path.of(file));
            }
        }
    }

    private static void requireWritable(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new IOException("write " + file + ": is a folder");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IOException("write " + file + ": the folder does not exist");
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new IOException("write " + file + ": permission denied");
        }
    }

    /// The format for standard output, or null for the report.
    private @Nullable Format standardOutput(CommandLine command) {
        if (json) {
            return Formats.JSON;
        }
        return formatName == null || !files.isEmpty()
                ? null
                : ProfileFiles.format(command.getCommandSpec(), "-", formatName);
    }

    /// Shows a profile on standard output.
    void show(Profile profile, CommandLine command) throws IOException {
        PrintWriter out = command.getOut();
        Format plain = standardOutput(command);
        if (plain == null) {
            if (!quiet && !files.contains("-")) {
                new ProfileReport(new Style(Terminal.colours()), out, top).print(profile, stackId);
            }
        } else if (BINARY.contains(plain)) {
            out.flush();
            ProfileFiles.write("-", bytes -> plain.writer().write(profile, bytes));
        } else {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            plain.writer().write(profile, text);
            out.print(text.toString(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    /// Writes the files.
    void write(Profile profile, CommandLine command) throws IOException {
        for (String file : files) {
            Format format = ProfileFiles.format(command.getCommandSpec(), file, formatName);
            ProfileFiles.write(file, bytes -> format.writer().write(profile, bytes));
            if (!quiet && !file.equals("-")) {
                command.getErr().println("wrote " + file + " (" + format.name() + ")");
            }
        }
    }

    /// Sends the profile; a failure is told and costs nothing else.
    boolean push(Profile profile, PrintWriter err) {
        if (pushAddress == null) {
            return true;
        }
        try {
            Push.Receipt receipt = Push.send(profile, PushTarget.of(pushAddress), PushOptions.of(System.getenv()));
            if (receipt.warning() != null) {
                err.println("warning: " + receipt.warning());
            }
            return true;
        } catch (IOException e) {
            err.println("error: " + e.getMessage());
            return false;
        }
    }
}
