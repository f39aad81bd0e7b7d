package dev.plumb.cli;

import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import dev.plumb.profile.format.WholeFile;
import dev.plumb.profile.push.Push;
import dev.plumb.profile.push.PushOptions;
import dev.plumb.profile.push.PushTarget;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where results go.
final class OutputOptions {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "write the profile; its ending tells the format: .html (flame graph), .folded, .pb.gz, .json,"
                    + " .speedscope.json, .jfr, .otlp, ...; may be given again")
    private List<Path> files = new ArrayList<>();

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
        if (formatName != null && OutputFormats.byName(formatName).isEmpty()) {
            throw new ParameterException(command, "--format " + formatName + ": not one of " + OutputFormats.names());
        }
        Format plain = standardOutput();
        if (plain != null && OutputFormats.isBinary(plain) && Terminal.isTerminal(1)) {
            throw new ParameterException(
                    command, "--format " + plain.name() + " is not for a terminal; give a file with -o");
        }
        if (pushAddress != null) {
            PushTarget.of(pushAddress);
        }
        for (Path file : files) {
            if (format(file) == null) {
                throw new ParameterException(
                        command,
                        "-o " + file + ": no format has this ending; known are " + OutputFormats.endings()
                                + "; or give --format");
            }
            requireWritable(file);
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

    private @Nullable Format format(Path file) {
        return OutputFormats.byFileName(file.toString())
                .or(() -> formatName == null ? java.util.Optional.empty() : OutputFormats.byName(formatName))
                .orElse(null);
    }

    /// The format for standard output, or null for the report.
    private @Nullable Format standardOutput() {
        if (json) {
            return Formats.JSON;
        }
        return formatName == null || !files.isEmpty()
                ? null
                : OutputFormats.byName(formatName).orElse(null);
    }

    /// Shows a profile on standard output.
    void show(Profile profile, PrintWriter out) throws IOException {
        Format plain = standardOutput();
        if (plain == null) {
            if (!quiet) {
                new ProfileReport(new Style(Terminal.colours()), out, top).print(profile, stackId);
            }
        } else if (OutputFormats.isBinary(plain)) {
            out.flush();
            try (OutputStream direct = new FileOutputStream(FileDescriptor.out)) {
                plain.writer().write(profile, direct);
            }
        } else {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            plain.writer().write(profile, text);
            out.print(text.toString(StandardCharsets.UTF_8));
        }
        out.flush();
    }

    /// Writes the files.
    void write(Profile profile, PrintWriter err) throws IOException {
        for (Path file : files) {
            Format format = format(file);
            if (format != null) {
                WholeFile.write(file, out -> format.writer().write(profile, out));
                if (!quiet) {
                    err.println("wrote " + file + " (" + format.name() + ")");
                }
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
