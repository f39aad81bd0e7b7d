package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.asm.SourceLine;
import org.jspecify.annotations.Nullable;

/// Says that the verifier refused a program: its last words, the Java line they are about, and the whole log.
public final class VerifierException extends BpfException {
    private static final long serialVersionUID = 1L;

    private final String summary;
    private final String log;
    private final transient @Nullable SourceLine line;

    VerifierException(
            String operation, Errno errno, VerifierLog log, @Nullable SourceLine line, @Nullable String hint) {
        super(operation, errno, "verifier rejected it" + at(line) + ": " + log.describe(), hint);
        this.summary = log.summary();
        this.log = log.text();
        this.line = line;
    }

    private static String at(@Nullable SourceLine line) {
        return line == null ? "" : " at " + line;
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
}
