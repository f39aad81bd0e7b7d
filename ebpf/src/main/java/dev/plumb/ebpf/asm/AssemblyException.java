package dev.plumb.ebpf.asm;

/// Says that a program is wrong, before the kernel sees it. The message starts with the Java line to look at, such as
/// `OffCpu.java:42: no label 'done'; ...`.
public final class AssemblyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SourceLine source;

    public AssemblyException(SourceLine source, String reason) {
        super(source + ": " + reason);
        this.source = source;
    }

    AssemblyException(SourceLine source, IllegalArgumentException cause) {
        super(source + ": " + cause.getMessage(), cause);
        this.source = source;
    }

    AssemblyException(SourceLine source, String reason, IllegalArgumentException cause) {
        super(source + ": " + reason + ": " + cause.getMessage(), cause);
        this.source = source;
    }

    /// The Java line whose instruction or label is wrong.
    public SourceLine source() {
        return source;
    }
}
