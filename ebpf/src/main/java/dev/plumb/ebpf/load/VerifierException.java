package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Disassembler;
import dev.plumb.ebpf.asm.SourceLine;
import java.util.SortedMap;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Says that the verifier refused a program: the Java line it is about, its last words, the instruction and what the
/// registers held there, a hint, and the whole log on request.
///
/// ```
/// load program 'on_read': verifier rejected it at OnRead.java:42: R0 invalid mem access 'map_value_or_null'
///     (`r1 = *(u64 *)(r0 +0)` with r0=map_value_or_null(id=1,ks=4,vs=8); 41 lines omitted)
/// ```
public final class VerifierException extends BpfException {
    private static final long serialVersionUID = 1L;

    private final String summary;
    private final String log;
    private final String stateLog;
    private final @Nullable SourceLine line;
    private final @Nullable String instruction;

    /// Takes the words from one log and the registers from another, which is more detailed.
    VerifierException(String operation, Errno errno, VerifierLog log, VerifierLog detailed, Code code) {
        this(operation, errno, log, detailed, line(log, code), instruction(log, code));
    }

    private VerifierException(
            String operation,
            Errno errno,
            VerifierLog log,
            VerifierLog detailed,
            @Nullable SourceLine line,
            @Nullable String instruction) {
        super(operation, errno, message(log, detailed, line, instruction), VerifierHint.of(log.summary()));
        this.summary = log.summary();
        this.log = log.text();
        this.stateLog = detailed.text();
        this.line = line;
        this.instruction = instruction;
    }

    private static @Nullable SourceLine line(VerifierLog log, Code code) {
        return log.instruction().stream()
                .mapToObj(code::sourceOfSlot)
                .filter(each -> each.line() > 0)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String instruction(VerifierLog log, Code code) {
        return log.instruction().stream()
                .map(code::index)
                .filter(index -> index >= 0)
                .mapToObj(index -> Disassembler.text(code.instructions().get(index)))
                .findFirst()
                .orElse(null);
    }

    private static String message(
            VerifierLog log, VerifierLog detailed, @Nullable SourceLine line, @Nullable String instruction) {
        StringJoiner details = new StringJoiner("; ", " (", ")").setEmptyValue("");
        if (instruction != null) {
            String state = state(detailed.registers(), instruction);
            details.add("`" + instruction + "`" + (state.isEmpty() ? "" : " with " + state));
        }
        if (log.omitted() > 0) {
            details.add(log.omitted() + " lines omitted");
        }
        return "verifier rejected it" + (line == null ? "" : " at " + line) + ": " + log.summary() + details;
    }

    /// What the registers held that an instruction mentions.
    private static String state(SortedMap<Integer, String> registers, String instruction) {
        StringJoiner held = new StringJoiner(" ");
        registers.forEach((number, state) -> {
            if (instruction.matches(".*\\b[rw]" + number + "\\b.*")) {
                held.add("r" + number + "=" + state);
            }
        });
        return held.toString();
    }

    /// The verifier's last words, one line.
    public String summary() {
        return summary;
    }

    /// All that the verifier said.
    public String log() {
        return log;
    }

    /// The Java line that emitted the refused instruction, where the log names one.
    public @Nullable SourceLine line() {
        return line;
    }

    /// The refused instruction, where the log names one.
    public @Nullable String instruction() {
        return instruction;
    }

    /// What the registers held there by number, in the verifier's words, as far as the log has it.
    public SortedMap<Integer, String> registers() {
        return new VerifierLog(stateLog).registers();
    }
}
