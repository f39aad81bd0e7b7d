package dev.plumb.profile;

import java.util.Objects;

/// How often something was lost or cut short in one process for one reason, such as `user stack: EFAULT`.
///
/// @param pid the process, 0 for the whole system
public record LossReason(int pid, String reason, long count) {
    public LossReason {
        Objects.requireNonNull(reason);
    }
}
