package dev.plumb.ebpf.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the verifier said. Its format is no interface and changes between kernels, so this looks only for what can be
/// told apart on all of them, and takes anything.
///
/// ```
/// 5.10   12: R0=map_value_or_null(id=1,off=0,ks=4,vs=8,imm=0) R10=fp0
///        ; cell.get()
///        12: (79) r1 = *(u64 *)(r0 +0)
/// 6.1    12: (79) r1 = *(u64 *)(r0 +0)     ; R0=map_value_or_null(id=1,ks=4,vs=8) R1_w=scalar()
/// ```
record VerifierLog(String text) {
    private static final Pattern STATISTICS = Pattern.compile(
            "^(processed \\d+ insns|verification time|stack depth|insns processed|max_states|peak_states|insns_|total_states).*");
    private static final Pattern INSTRUCTION = Pattern.compile("^\\s*(\\d{1,9}): \\([0-9a-f]{2}\\).*");
    private static final Pattern MENTIONED = Pattern.compile("\\binsn (?:idx )?(\\d{1,9})\\b");
    private static final Pattern STATE =
            Pattern.compile("^\\s*(?:(?:from \\d+ to )?\\d+: )?(?:frame\\d+: )?R\\d+\\S*=.*");
    private static final Pattern REGISTER =
            Pattern.compile("\\bR(\\d{1,2})(?:_[a-zA-Z]+)?=([^\\s(]+(?:\\((?:[^()]|\\([^()]*\\))*\\))?)");
    private static final Pattern ANY_WHOLE_STATE = Pattern.compile("\\bR10=fp0?\\b");

    /// The last line that is not statistics: what the verifier objects to.
    String summary() {
        List<String> lines = meaningful();
        return lines.isEmpty() ? "it gave no reason" : lines.getLast().strip();
    }

    /// How many lines there are besides the summary.
    int omitted() {
        return Math.max(0, meaningful().size() - 1);
    }

    /// The slot of the instruction that the verifier objects to: the one its summary names, or the last one it looked
    /// at.
    OptionalInt instruction() {
        Matcher mentioned = MENTIONED.matcher(summary());
        if (mentioned.find()) {
            return number(mentioned.group(1));
        }
        List<String> lines = meaningful();
        for (int i = lines.size() - 1; i >= 0; i--) {
            Matcher matcher = INSTRUCTION.matcher(lines.get(i));
            if (matcher.matches()) {
                return number(matcher.group(1));
            }
        }
        return OptionalInt.empty();
    }

    /// What the registers held at the end, as far as the log has it: by number, in the verifier's words.
    SortedMap<Integer, String> registers() {
        Map<Integer, String> known = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            boolean whole = STATE.matcher(line).matches()
                    && ANY_WHOLE_STATE.matcher(line).find();
            if (whole) {
                known.clear();
            }
            if (whole
                    || STATE.matcher(line).matches()
                    || INSTRUCTION.matcher(line).matches()) {
                Matcher register = REGISTER.matcher(line);
                while (register.find()) {
                    number(register.group(1)).ifPresent(number -> known.put(number, register.group(2)));
                }
            }
        }
        return Collections.unmodifiableSortedMap(new TreeMap<>(known));
    }

    private static OptionalInt number(String digits) {
        return digits.length() > 9 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
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
