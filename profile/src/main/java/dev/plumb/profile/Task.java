package dev.plumb.profile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /// Written out for the same reason as in [Frame].
    @Override
    public int hashCode() {
        return ((tid * 31 + pid) * 31 + thread.hashCode()) * 31 + comm.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Task that
                && tid == that.tid
                && pid == that.pid
                && thread.equals(that.thread)
                && comm.equals(that.comm);
    }
}
