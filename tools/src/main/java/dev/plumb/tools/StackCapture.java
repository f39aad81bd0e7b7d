package dev.plumb.tools;

import dev.plumb.ebpf.program.Body;
import dev.plumb.ebpf.program.Memory;
import dev.plumb.ebpf.program.StackOption;
import dev.plumb.ebpf.program.Value;

/// Takes one stack of the running task inside a program. The user's half has more than one way to do that; tools do
/// not know which is used.
public interface StackCapture extends AutoCloseable {
    /// Adds to a program: writes the stack's addresses, leaf first, and gives their size in bytes, or an error below
    /// zero.
    Value take(Body program, Memory addresses);

    /// Tells that a process has been seen, for captures that need to know its code.
    default void seen(int pid) {}

    @Override
    default void close() {}

    /// The kernel's stack, by the kernel's own unwinder.
    static StackCapture kernel() {
        return (program, addresses) -> addresses.fill(program.stack());
    }

    /// The user's stack, by the kernel's walk along frame pointers.
    static StackCapture framePointers() {
        return (program, addresses) -> addresses.fill(program.stack(StackOption.USER));
    }
}
