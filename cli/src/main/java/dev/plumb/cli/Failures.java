package dev.plumb.cli;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.load.VerifierException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Says what went wrong, why, and what to do, and turns it into an exit status.
final class Failures implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        boolean verbose = parsed.hasMatchedOption("--verbose");
        int status = report(failure, err);
        if (verbose) {
            if (failure instanceof VerifierException verifier) {
                err.println(verifier.log());
            }
            failure.printStackTrace(err);
        }
        return status;
    }

    static int report(Exception failure, PrintWriter err) {
        return switch (failure) {
            case UnsupportedFeatureException e -> print(err, e.getMessage(), e.hint(), ExitCode.UNSUPPORTED);
            case BpfException e -> print(err, e.getMessage(), e.hint(), status(e));
            case UncheckedIOException e -> print(err, e.getMessage(), null, ExitCode.FAILED);
            case IOException e -> print(err, e.getMessage(), null, ExitCode.FAILED);
            default ->
                print(
                        err,
                        failure.toString(),
                        "this is a defect of plumb; run again with --verbose and report what it prints",
                        ExitCode.FAILED);
        };
    }

    /// A refusal to a process without the rights is the process's; to one that has them it is the kernel's.
    private static int status(BpfException e) {
        boolean refused = e.errno() == Errno.EPERM || e.errno() == Errno.EACCES;
        if (!refused) {
            return ExitCode.FAILED;
        }
        boolean lacking = !Capability.missing(EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON))
                .isEmpty();
        return lacking ? ExitCode.NOT_PERMITTED : ExitCode.UNSUPPORTED;
    }

    private static int print(PrintWriter err, @Nullable String message, @Nullable String hint, int status) {
        err.println("error: " + message);
        if (hint != null) {
            err.println(" hint: " + hint);
        }
        return status;
    }
}
