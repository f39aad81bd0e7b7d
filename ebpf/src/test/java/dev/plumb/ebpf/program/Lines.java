package dev.plumb.ebpf.program;

/// Names lines of tests, which messages must name, too.
final class Lines {
    private Lines() {}

    /// The number of the line after the calling one.
    static int next() {
        return StackWalker.getInstance()
                        .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber())
                + 1;
    }
}
