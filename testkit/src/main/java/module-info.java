import org.jspecify.annotations.NullMarked;

/// Kernel-test conditions, leak checks and known workloads; for tests alone.
@NullMarked
module dev.plumb.testkit {
    requires transitive org.jspecify;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.launcher;

    exports dev.plumb.testkit;
}
