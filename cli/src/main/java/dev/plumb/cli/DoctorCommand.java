package dev.plumb.cli;

import dev.plumb.ebpf.feature.FeatureReport;
import dev.plumb.ebpf.feature.Finding;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `plumb doctor`: what works here and how to get the rest.
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Says what works on this machine, and how to get the rest.",
            "",
            "Each answer comes from trying it. Nothing is changed and nothing is left behind. Runs as any user."
        },
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb doctor                  for people",
            "  plumb doctor --json           for scripts",
            "  sudo plumb doctor             what root would add"
        })
final class DoctorCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON document")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<Finding> findings = FeatureReport.create();
        if (json) {
            DoctorReport.json(findings, spec.commandLine().getOut());
        } else {
            new DoctorReport(new Style(Terminal.colours()), spec.commandLine().getOut()).print(findings);
        }
        return ExitCode.DONE;
    }
}
