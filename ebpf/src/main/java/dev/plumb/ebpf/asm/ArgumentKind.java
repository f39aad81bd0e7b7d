package dev.plumb.ebpf.asm;

/// What a helper expects in one argument, as far as it can be known without the kernel.
///
/// A few networking helpers take other kinds in some program types; the kernel has the last word.
public enum ArgumentKind {
    /// The program's context, unchanged.
    CONTEXT,
    /// A map, loaded by descriptor.
    MAP,
    /// Initialised memory of the map's key size.
    MAP_KEY,
    /// Initialised memory of the map's value size.
    MAP_VALUE,
    /// Like [#MAP_VALUE], or null.
    OPTIONAL_MAP_VALUE,
    /// Memory of the map's value size that the helper fills.
    MAP_OUTPUT,
    /// Initialised memory, which a few helpers also write; its length is in the [#SIZE] that follows, where there is
    /// one.
    MEMORY,
    /// Like [#MEMORY], or null with length zero.
    OPTIONAL_MEMORY,
    /// Memory that the helper fills; its length is in the [#SIZE] that follows, where there is one.
    OUTPUT,
    /// The length of the memory in the argument before; the verifier must be able to bound it.
    SIZE,
    /// A plain number.
    SCALAR,
    /// A number that the verifier must know exactly, the size of what the helper returns.
    CONSTANT,
    /// A number that the helper takes as an address of user or kernel memory, right or wrong.
    ADDRESS,
    /// A function of the same program, which the helper calls.
    FUNCTION,
    /// What a callback gets handed: a pointer into the stack, or null.
    CALLBACK_CONTEXT,
    /// A record reserved in a ring buffer.
    RECORD,
    /// A pointer to a kernel object whose type the verifier knows.
    KERNEL_POINTER,
    /// A pointer to a socket.
    SOCKET,
    /// A `bpf_spin_lock` inside a map value.
    SPIN_LOCK,
    /// A `bpf_timer` inside a map value.
    TIMER,
    /// A `bpf_dynptr` on the stack.
    DYNPTR;

    /// Whether the argument is some pointer that must not be null.
    public boolean pointer() {
        return switch (this) {
            case SIZE, SCALAR, CONSTANT, ADDRESS, OPTIONAL_MAP_VALUE, OPTIONAL_MEMORY, CALLBACK_CONTEXT -> false;
            case CONTEXT,
                    MAP,
                    MAP_KEY,
                    MAP_VALUE,
                    MAP_OUTPUT,
                    MEMORY,
                    OUTPUT,
                    FUNCTION,
                    RECORD,
                    KERNEL_POINTER,
                    SOCKET,
                    SPIN_LOCK,
                    TIMER,
                    DYNPTR -> true;
        };
    }
}
