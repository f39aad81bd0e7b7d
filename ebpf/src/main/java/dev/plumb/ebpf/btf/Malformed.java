package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import org.jspecify.annotations.Nullable;

/// Says that bytes are not the BTF they should be.
final class Malformed {
    private Malformed() {}

    static BpfException of(String source, String reason) {
        return of(source, reason, "the file is damaged or not BTF; `bpftool btf dump file FILE` reads sound ones");
    }

    static BpfException of(String source, String reason, @Nullable String hint) {
        return new BpfException("read BTF " + source, Errno.NONE, reason, hint);
    }
}
