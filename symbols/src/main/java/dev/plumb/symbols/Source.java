package dev.plumb.symbols;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where addresses come from, which decides how they are named.
public sealed interface Source {
    /// The kernel.
    ///
    /// @param kallsyms a copy of `/proc/kallsyms` to read instead of this machine's, or null
    record Kernel(@Nullable Path kallsyms) implements Source {}

    /// The address space of a process, running or observed earlier.
    ///
    /// @param pid its number, as this process sees it
    /// @param startTicks when it started, in clock ticks since boot, or 0 for whichever process has the number now
    /// or
    ///     had it last; tells processes apart that had the same number one after the other
    record Pid(int pid, long startTicks) implements Source {}

    /// The virtual addresses that a program or library was linked at, as `addr2line` takes them.
    record ElfFile(Path path) implements Source {}

    /// The running kernel.
    static Kernel kernel() {
        return new Kernel(null);
    }

    static Pid process(int pid) {
        return new Pid(pid, 0);
    }

    static ElfFile elfFile(Path path) {
        return new ElfFile(path);
    }
}
