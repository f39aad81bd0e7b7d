package dev.plumb.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// The words of a command line behind its options: those before `--`, and the command to run behind it.
record CommandLineTail(List<String> words, List<String> command) {
    static CommandLineTail of(CommandLine line, List<String> positional) {
        List<String> original = line.getParseResult().originalArgs();
        int mark = original.indexOf("--");
        if (mark < 0) {
            return new CommandLineTail(positional, List.of());
        }
        int commandWords = original.size() - mark - 1;
        if (commandWords == 0) {
            throw new ParameterException(line, "nothing follows --: name the command to run");
        }
        int split = positional.size() - commandWords;
        return new CommandLineTail(positional.subList(0, split), positional.subList(split, positional.size()));
    }
}
