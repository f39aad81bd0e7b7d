package dev.plumb.tools;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import java.util.EnumSet;
import java.util.Set;

/// The rights that tools need.
public final class Privileges {
    private static final Set<Capability> NEEDED = EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON);

    private Privileges() {}

    /// Fails at once, naming all that is missing, instead of at the first of several refusals.
    ///
    /// @throws BpfException with [Errno#EPERM]
    public static void require(String operation) {
        if (!Capability.missing(NEEDED).isEmpty()) {
            throw new BpfException(operation, Errno.EPERM, Capability.hint(NEEDED));
        }
    }
}
