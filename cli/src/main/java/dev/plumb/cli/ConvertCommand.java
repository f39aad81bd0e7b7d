package dev.plumb.cli;

import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.push.Push;
import dev.plumb.profile.push.PushOptions;
import dev.plumb.profile.push.PushTarget;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plumb convert`: a profile from one format into another.
@Command(
        name = "convert",
        mixinStandardHelpOptions = true,
        description = {
            "Converts a profile from one format into another.",
            "",
            "The content of IN tells its format, the ending of OUT the other:",
            "  .html .json .folded .pb.gz .speedscope.json .otlp .jfr .firefox.json",
            "  .perf.txt"
        },
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb convert cpu.pb.gz cpu.html          a flame graph of a pprof file",
            "  perf script | plumb convert - perf.html   ... or of what perf recorded",
            "  plumb convert app.jfr - --format folded   text on standard output",
            "  plumb convert cpu.json --push http://host:4040/ingest"
        })
final class ConvertCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "a profile; - for standard input")
    private String in = "-";

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            arity = "0..1",
            description = "the file to write; - for standard output")
    private @Nullable String out;

    @Option(names = "--format", paramLabel = "NAME", description = "the format of OUT, whatever its ending")
    private @Nullable String formatName;

    @Option(names = "--push", paramLabel = "URL", description = "send it to a continuous-profiling system")
    private @Nullable String push;

    @Override
    public Integer call() throws IOException {
        String target = out;
        if (target == null && push == null) {
            throw new ParameterException(spec.commandLine(), "name the file to write, or an address to --push to");
        }
        Format format = target == null ? null : ProfileFiles.format(spec, target, formatName);
        PushTarget address = push == null ? null : PushTarget.of(push);
        Profile profile = ProfileFiles.read(in);
        PrintWriter err = spec.commandLine().getErr();
        if (target != null && format != null) {
            ProfileFiles.write(target, bytes -> format.writer().write(profile, bytes));
            ProfileFiles.lossNote(profile).ifPresent(err::println);
        }
        if (address != null) {
            Push.Receipt receipt = Push.send(profile, address, PushOptions.of(System.getenv()));
            err.println("pushed " + receipt.bytes() + " bytes to " + address.shown());
            if (receipt.warning() != null) {
                err.println("warning: " + receipt.warning());
            }
        }
        return ExitCode.DONE;
    }
}
