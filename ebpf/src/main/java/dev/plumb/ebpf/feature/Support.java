package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import java.util.EnumSet;

/// Whether something works here.
public sealed interface Support {
    /// It was tried and works.
    ///
    /// @param detail what was found, or empty
    record Works(String detail) implements Support {}

    /// The kernel does not have it.
    ///
    /// @param reason what the kernel said
    /// @param remedy what can be done about it
    record Missing(String reason, String remedy) implements Support {}

    /// The kernel may have it, but this process may not find out, or may not use it.
    ///
    /// @param reason what the kernel said
    /// @param remedy what can be done about it
    record NotPermitted(String reason, String remedy) implements Support {}

    Support WORKS = new Works("");

    /// Runs a trial and turns its outcome into an answer.
    static Support of(Runnable trial, String remedy) {
        try {
            trial.run();
            return WORKS;
        } catch (UnsupportedFeatureException e) {
            return new Missing(String.valueOf(e.getMessage()), remedy);
        } catch (BpfException e) {
            return of(e, remedy);
        }
    }

    private static Support of(BpfException e, String remedy) {
        boolean refused = e.errno() == Errno.EPERM || e.errno() == Errno.EACCES;
        var needed = EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON);
        if (refused && !Capability.missing(needed).isEmpty()) {
            return new NotPermitted(e.errno().description(), Capability.hint(needed));
        }
        return new Missing(String.valueOf(e.getMessage()), remedy);
    }

    /// The answer to a bare error number.
    static Support of(Errno errno, String remedy) {
        if (errno == Errno.NONE) {
            return WORKS;
        }
        return of(new BpfException("try it", errno, null), remedy);
    }
}
