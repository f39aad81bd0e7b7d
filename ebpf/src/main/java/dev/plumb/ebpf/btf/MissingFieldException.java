package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import org.jspecify.annotations.Nullable;

/// Says where a field path leaves what this kernel has.
final class MissingFieldException extends BpfException {
    private static final long serialVersionUID = 1L;

    MissingFieldException(String operation, String reason, @Nullable String hint) {
        super(operation, Errno.NONE, reason, hint);
    }
}
