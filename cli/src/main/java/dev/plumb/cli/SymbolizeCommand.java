package dev.plumb.cli;

import dev.plumb.symbols.Source;
import dev.plumb.symbols.Symbolized;
import dev.plumb.symbols.Symbolizer;
import dev.plumb.symbols.SymbolizerOptions;
import dev.plumb.symbols.UnknownReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb symbolize`: names addresses of a process, a file or the kernel.
@Command(
        name = "symbolize",
        mixinStandardHelpOptions = true,
        description = "Names addresses of a process, a program or library, or the kernel.",
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb symbolize -e ./server --inlines 0x4011f6     functions, files and lines, as addr2line -fie",
            "  plumb symbolize -p 1234 7f3d5c0290f0               an address inside a running process",
            "  plumb symbolize -k ffffffff81234567                a kernel address",
            "  perf script -F ip | plumb symbolize -k --json      addresses from stdin, answers as JSON"
        })
final class SymbolizeCommand implements Callable<Integer> {
    /// With these, nothing can be named, and it is not the address's fault.
    private static final Set<UnknownReason> FAILURES = EnumSet.of(
            UnknownReason.PROCESS_GONE,
            UnknownReason.NOT_PERMITTED,
            UnknownReason.FILE_UNAVAILABLE,
            UnknownReason.DAMAGED);

    /// Addresses are read in batches, but one by one from a program that waits for each answer.
    private static final int BATCH = 10_000;

    private static final Duration DEBUGINFOD_LIMIT = Duration.ofSeconds(90);

    /// Where the addresses come from.
    static final class From {
        @Option(
                names = {"-p", "--pid"},
                paramLabel = "PID",
                description = "a process")
        @Nullable
        Integer pid;

        @Option(
                names = {"-e", "--exe"},
                paramLabel = "FILE",
                description = "a program or library; addresses as it was linked")
        @Nullable
        Path file;

        @Option(
                names = {"-k", "--kernel"},
                description = "the kernel")
        boolean kernel;
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @ArgGroup(exclusive = true, multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private From from;

    @Parameters(
            paramLabel = "ADDRESS",
            arity = "0..*",
            description = "hexadecimal, with or without 0x; from stdin, one a line, if none is given")
    private List<String> addresses = new ArrayList<>();

    @Option(names = "--inlines", description = "a line for each inlined function, innermost first")
    private boolean inlines;

    @Option(names = "--raw", description = "names as the linker knows them, not demangled")
    private boolean raw;

    @Option(names = "--returns", description = "the addresses are return addresses: name the call before each")
    private boolean returns;

    @Option(names = "--kallsyms", paramLabel = "FILE", description = "a copy of /proc/kallsyms to use with -k")
    private @Nullable Path kallsyms;

    @Option(
            names = "--debuginfod",
            description = "ask the servers of DEBUGINFOD_URLS for missing debug files, and wait for them")
    private boolean debuginfod;

    @Option(names = "--json", description = "an array with an element for each address")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (kallsyms != null && !from.kernel) {
            throw new ParameterException(spec.commandLine(), "--kallsyms is for kernel addresses: add -k");
        }
        SymbolizerOptions options = options();
        PrintWriter out = spec.commandLine().getOut();
        SymbolizePrinter printer = json ? new SymbolizePrinter.Json(out) : new SymbolizePrinter.Text(out);
        try (Symbolizer symbolizer = new Symbolizer(options)) {
            printer.begin();
            Symbolized failure =
                    addresses.isEmpty() ? fromStdin(symbolizer, printer) : batch(symbolizer, printer, addresses);
            printer.end();
            out.flush();
            return failure instanceof Symbolized.Unknown unknown ? report(unknown) : ExitCode.DONE;
        }
    }

    private SymbolizerOptions options() {
        SymbolizerOptions options =
                SymbolizerOptions.defaults().withInlines(inlines).withRawNames(raw);
        if (!debuginfod) {
            return options;
        }
        String urls = System.getenv().getOrDefault("DEBUGINFOD_URLS", "").strip();
        if (urls.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--debuginfod needs the servers' addresses in DEBUGINFOD_URLS");
        }
        String cache = System.getenv("DEBUGINFOD_CACHE_PATH");
        return options.withDebuginfod(
                List.of(urls.split("\\s+")), cache == null ? options.debuginfodCache() : Path.of(cache));
    }

    private List<Symbolized> symbolize(Symbolizer symbolizer, long[] numbers) {
        return returns ? symbolizer.symbolizeReturns(source(), numbers) : symbolizer.symbolize(source(), numbers);
    }

    /// Returns an answer that shows why nothing could be named; null if something was.
    private @Nullable Symbolized batch(Symbolizer symbolizer, SymbolizePrinter printer, List<String> batch)
            throws InterruptedException {
        long[] numbers = new long[batch.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = address(batch.get(i));
        }
        List<Symbolized> answers = symbolize(symbolizer, numbers);
        if (debuginfod && symbolizer.awaitDebugFiles(DEBUGINFOD_LIMIT)) {
            answers = symbolize(symbolizer, numbers);
        }
        boolean failed = true;
        for (Symbolized answer : answers) {
            printer.print(answer);
            failed &= answer instanceof Symbolized.Unknown unknown && FAILURES.contains(unknown.reason());
        }
        return failed && !answers.isEmpty() ? answers.getFirst() : null;
    }

    private @Nullable Symbolized fromStdin(Symbolizer symbolizer, SymbolizePrinter printer)
            throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Symbolized failure = null;
        boolean named = false;
        List<String> batch = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                batch.add(line.strip());
            }
            if (!batch.isEmpty() && (batch.size() == BATCH || !in.ready())) {
                Symbolized answer = batch(symbolizer, printer, batch);
                named |= answer == null;
                failure = answer != null ? answer : failure;
                batch.clear();
                spec.commandLine().getOut().flush();
            }
        }
        return named ? null : failure;
    }

    private Source source() {
        Integer pid = from.pid;
        Path file = from.file;
        if (pid != null) {
            return Source.process(pid);
        }
        return file != null ? Source.elfFile(file) : new Source.Kernel(kallsyms);
    }

    private long address(String text) {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        try {
            return Long.parseUnsignedLong(digits, 16);
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(), "not an address: '" + text + "' (write it in hexadecimal, such as 0x4011f6)");
        }
    }

    private int report(Symbolized.Unknown unknown) {
        spec.commandLine().getErr().println("error: symbolize: " + unknown.detail());
        return unknown.reason() == UnknownReason.NOT_PERMITTED ? ExitCode.NOT_PERMITTED : ExitCode.FAILED;
    }
}
