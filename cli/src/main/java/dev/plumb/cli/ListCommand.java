package dev.plumb.cli;

import dev.plumb.ebpf.feature.ProbeCatalog;
import dev.plumb.profile.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb list`: the probes that can be attached here.
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the probes that can be attached here, one a line, as tools take them.",
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb list                               everything",
            "  plumb list 'sched:*'                     tracepoints of the scheduler",
            "  plumb list '*openat*'                    everything about openat",
            "  plumb list 'uprobe:/usr/bin/bash:*line'  functions of a program"
        })
final class ListCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "0..1",
            defaultValue = "*",
            description = "a glob of * and ? over names, with or without their kind (default: all)")
    private String pattern = "*";

    @Option(names = "--json", description = "a JSON array of names")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        ProbeCatalog.Listing listing = ProbeCatalog.matching(pattern);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (json) {
            out.println(json(listing.probes()));
        } else {
            listing.probes().forEach(out::println);
        }
        listing.notes().forEach(note -> err.println("note: " + note));
        if (listing.probes().isEmpty()) {
            err.println("error: no probe matches '" + pattern + "'");
            err.println(" hint: patterns match whole names: try '*" + pattern.replace("*", "") + "*'");
            return ExitCode.FAILED;
        }
        return ExitCode.DONE;
    }

    private static String json(List<String> probes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonWriter writer = new JsonWriter(bytes).beginArray();
        for (String probe : probes) {
            writer.line().value(probe);
        }
        writer.endArray().flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
