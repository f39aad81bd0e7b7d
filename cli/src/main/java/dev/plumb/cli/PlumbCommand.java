package dev.plumb.cli;

import picocli.CommandLine.Command;

/// The `plumb` command itself: holds the commands, does nothing alone.
@Command(
        name = "plumb",
        mixinStandardHelpOptions = true,
        version = "plumb 0.1.0",
        description = "Shows where time and memory go on a Linux machine.",
        subcommands = {SymbolizeCommand.class})
final class PlumbCommand {}
