package dev.plumb.ebpf.load;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What to do about the verifier's most common refusals, by the words all kernels since 5.10 use for them.
final class VerifierHint {
    private static final Map<Pattern, String> HINTS = new LinkedHashMap<>();

    static {
        add(
                "invalid mem access '(map_value_or_null|mem_or_null|ptr_or_null_|trusted_ptr_or_null_|.*_or_null)",
                "test the pointer for zero before using it");
        add(
                "invalid mem access '(scalar|inv)'",
                "a number was used as a pointer: read kernel memory with a probe_read helper");
        add("R\\d+ !read_ok", "the register was not written on this path, or a helper call destroyed it (r1 to r5)");
        add("min value is negative", "bound the value from below: test it, or mask it with an and");
        add(
                "(unbounded memory access|max value is outside|unbounded variable offset|unbounded (min|max) value)",
                "bound the index or length before the access");
        add("invalid access to map value", "the access goes past the end of the map's value");
        add(
                "(invalid (read from|write to|indirect read from|indirect access to|stack)|invalid variable-offset).*stack",
                "the stack slot was not written, or the access is outside the 512 bytes");
        add("invalid bpf_context access", "the context of this program type has no readable field there");
        add("misaligned", "align the access to its size");
        add("(unknown func|cannot use helper)", "this program type or kernel does not have the helper");
        add("cannot call GPL-restricted function", "declare a GPL-compatible license");
        add("(back-edge|infinite loop detected)", "give the loop a bound the verifier can see, or use bpf_loop");
        add(
                "(BPF program is too large|too many instructions|processed .* limit|The sequence of .* jumps is too complex)",
                "split the program with subprograms or tail calls, or use bpf_loop for loops");
        add("combined stack size", "use less stack: keep large records in a per-CPU map");
        add("Unreleased reference", "every path must submit or discard what it reserved");
        add("type=\\S+ expected=", "the helper's argument has the wrong kind");
        add(
                "R0 (!read_ok|is not a known value|has unknown scalar)|At program exit the register R0",
                "set r0 to an allowed value before exit");
        add("unreachable insn", "some instruction can never run: remove it, or a jump goes the wrong way");
        add("(last insn is not an exit|jump out of range)", "every path must end in exit");
        add("math between .* pointer", "arithmetic on this pointer is not allowed; use a bounded offset");
        add("missing btf func_info", "load the program with debug information: subprogram callbacks need it");
    }

    private VerifierHint() {}

    private static void add(String pattern, String hint) {
        HINTS.put(Pattern.compile(pattern), hint);
    }

    static @Nullable String of(String summary) {
        for (Map.Entry<Pattern, String> entry : HINTS.entrySet()) {
            if (entry.getKey().matcher(summary).find()) {
                return entry.getValue() + "; the whole log is in VerifierException.log()";
            }
        }
        return null;
    }
}
