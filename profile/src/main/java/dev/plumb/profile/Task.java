package dev.plumb.profile;

import java.util.Objects;

/// The thread that a sample was taken of.
///
/// @param pid the process (the kernel's tgid)
/// @param tid the thread (the kernel's pid)
/// @param comm the name of the process
/// @param thread the name of the thread, or an empty string
public record Task(int pid, int tid, String comm, String thread) {
    public Task {
        Objects.requireNonNull(comm);
        Objects.requireNonNull(thread);
    }
}
