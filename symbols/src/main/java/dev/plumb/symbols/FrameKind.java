package dev.plumb.symbols;

import java.util.Locale;

/// What kind of code a frame runs.
public enum FrameKind {
    KERNEL,
    NATIVE,
    JAVA,
    JAVASCRIPT,
    PYTHON,
    /// Compiled at run time from a language that cannot be told.
    JIT;

    /// The name it has in output files: `kernel`, `native`, ...
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
