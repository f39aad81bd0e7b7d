package dev.plumb.cli;

/// The exit statuses of `plumb`, for scripts.
final class ExitCode {
    /// Done.
    static final int DONE = 0;
    /// Failed.
    static final int FAILED = 1;
    /// The command line was wrong.
    static final int USAGE = 2;
    /// The kernel cannot do this.
    static final int UNSUPPORTED = 3;
    /// Not permitted.
    static final int NOT_PERMITTED = 4;

    private ExitCode() {}
}
