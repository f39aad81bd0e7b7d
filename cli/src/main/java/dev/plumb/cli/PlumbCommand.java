package dev.plumb.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `plumb` command itself: holds the commands, does nothing alone.
@Command(
        name = "plumb",
        mixinStandardHelpOptions = true,
        version = "plumb 0.1.0",
        description = "Shows where time and memory go on a Linux machine.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DoctorCommand.class,
            CpuCommand.class,
            StacksCommand.class,
            ListCommand.class,
            ConvertCommand.class,
            DiffCommand.class,
            SymbolizeCommand.class
        },
        footerHeading = "%nEXAMPLES%n",
        footer = {
            "  plumb doctor                  what works on this machine",
            "  plumb cpu -o cpu.html         where CPU time goes, as a flame graph",
            "  plumb list 'sched:*'          the scheduler's tracepoints",
            "  plumb convert cpu.pb.gz cpu.html",
            "  plumb symbolize -e ./a.out 0x1139",
            "",
            "Exit status: 0 done, 1 failed, 2 usage, 3 the kernel cannot, 4 not permitted."
        })
final class PlumbCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name a command, such as: plumb doctor");
    }
}
