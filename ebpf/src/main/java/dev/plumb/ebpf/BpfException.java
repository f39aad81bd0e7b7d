package dev.plumb.ebpf;

import org.jspecify.annotations.Nullable;

/// Says that the kernel refused an operation: what was tried, why it failed, and what to do about it.
///
/// The message has the form `operation: reason`; the hint, if any, is separate so that a terminal can show it on a
/// line of its own.
public class BpfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String operation;
    private final Errno errno;
    private final @Nullable String hint;

    public BpfException(String operation, Errno errno, @Nullable String hint) {
        this(operation, errno, errno.description(), hint);
    }

    public BpfException(String operation, Errno errno, String reason, @Nullable String hint) {
        super(operation + ": " + reason);
        this.operation = operation;
        this.errno = errno;
        this.hint = hint;
    }

    /// What was tried, such as `create map 'counts'`.
    public String operation() {
        return operation;
    }

    /// The kernel's answer, or [Errno#NONE] where the failure did not come from a system call.
    public Errno errno() {
        return errno;
    }

    /// What the user can do about it.
    public @Nullable String hint() {
        return hint;
    }
}
