package dev.plumb.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// The entry point: runs a command and exits once.
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Interruption.arm();
        int status = ExitCode.FAILED;
        try {
            status = run(out, err, args);
            out.flush();
        } catch (Error e) {
            e.printStackTrace(err);
        } finally {
            Interruption.exit(status);
        }
    }

    /// Runs one command line; `main` and tests alike come through here.
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine.Help.Ansi colours = Terminal.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
        return new CommandLine(new PlumbCommand())
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(colours))
                .setUsageHelpWidth(Terminal.COLUMNS)
                .setExecutionExceptionHandler(new Failures())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
    }
}
