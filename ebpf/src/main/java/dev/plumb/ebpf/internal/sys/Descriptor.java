package dev.plumb.ebpf.internal.sys;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.util.concurrent.atomic.AtomicInteger;

/// An open file descriptor, closed once. Reading the number of a closed one is an error, so that a number the kernel
/// has handed out again is never used by mistake.
public final class Descriptor implements AutoCloseable {
    private final String what;
    private final AtomicInteger number;

    private Descriptor(String what, int number) {
        this.what = what;
        this.number = new AtomicInteger(number);
    }

    /// Takes over a file descriptor; `what` names it in errors.
    public static Descriptor of(String what, int number) {
        return new Descriptor(what, number);
    }

    public int number() {
        int value = number.get();
        if (value < 0) {
            throw new BpfException("use " + what, Errno.EBADF, "it is closed", null);
        }
        return value;
    }

    public boolean isOpen() {
        return number.get() >= 0;
    }

    @Override
    public void close() {
        int value = number.getAndSet(-1);
        if (value >= 0) {
            Syscall.CLOSE.call(value);
        }
    }
}
