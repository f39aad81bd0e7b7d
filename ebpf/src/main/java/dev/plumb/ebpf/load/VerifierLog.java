package dev.plumb.ebpf.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the verifier said. Its format is no interface and changes between kernels, so this looks only for what can be
/// told apart on all of them, and takes anything.
record VerifierLog(String text) {
    private static final Pattern STATISTICS = Pattern.compile(
            "^(processed \\d+ insns|verification time|stack depth|insns processed|max_states|peak_states).*");
    private static final Pattern INSTRUCTION = Pattern.compile("^\\s*(\\d{1,9}): (\\([0-9a-f]{2}\\)|R\\d|safe).*");
    private static final Pattern STATE = Pattern.compile("^\\s*(\\d+: )?R\\d+(_w)?=.*");

    /// The last line that is not statistics: what the verifier objects to.
    String summary() {
        List<String> lines = meaningful();
        return lines.isEmpty() ? "it gave no reason" : lines.getLast().strip();
    }

    /// The summary, and how much more there is.
    String describe() {
        int omitted = Math.max(0, meaningful().size() - 1);
        return omitted == 0 ? summary() : summary() + " (" + omitted + " lines omitted)";
    }

    /// The slot of the last instruction the verifier looked at.
    OptionalInt instruction() {
        List<String> lines = meaningful();
        for (int i = lines.size() - 1; i >= 0; i--) {
            Matcher matcher = INSTRUCTION.matcher(lines.get(i));
            if (matcher.matches() && lines.get(i).contains("(")) {
                return OptionalInt.of(Integer.parseInt(matcher.group(1)));
            }
        }
        return OptionalInt.empty();
    }

    private List<String> meaningful() {
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (!line.isBlank() && !STATISTICS.matcher(line).matches()) {
                lines.add(line);
            }
        }
        while (lines.size() > 1 && STATE.matcher(lines.getLast()).matches()) {
            lines.removeLast();
        }
        return lines;
    }
}
