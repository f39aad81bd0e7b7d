package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import org.jspecify.annotations.Nullable;

/// Where bytes come from that fill a field: the name of the current task, a string or block at some address, a stack.
///
/// Nothing is read before [Memory#fill] asks for it.
public final class Source {
    private final Helper helper;
    private final @Nullable Value address;
    private final long flags;

    private Source(Helper helper, @Nullable Value address, long flags) {
        this.helper = helper;
        this.address = address;
        this.flags = flags;
    }

    static Source comm() {
        return new Source(Helper.GET_CURRENT_COMM, null, 0);
    }

    static Source at(Helper probeRead, Value address) {
        return new Source(probeRead, address, 0);
    }

    static Source stack(long flags) {
        return new Source(Helper.GET_STACK, null, flags);
    }

    /// Calls the helper: all of them take the memory and its size, and differ in the rest.
    Value read(Body body, Memory target, Value size) {
        if (helper == Helper.GET_STACK) {
            return body.call(helper, new Argument.Context(), target, size, body.constant(flags));
        }
        return address == null ? body.call(helper, target, size) : body.call(helper, target, size, address);
    }
}
