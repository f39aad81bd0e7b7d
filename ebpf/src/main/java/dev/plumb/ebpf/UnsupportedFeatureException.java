package dev.plumb.ebpf;

import org.jspecify.annotations.Nullable;

/// Says that the running kernel does not have a feature, and since when Linux has it.
public final class UnsupportedFeatureException extends BpfException {
    private static final long serialVersionUID = 1L;

    private final String feature;
    private final @Nullable String since;

    /// Names the operation that needed the feature; `since` is a Linux version such as `5.8`, or null where the
    /// kernel's
    /// configuration decides.
    public UnsupportedFeatureException(
            String operation, String feature, @Nullable String since, Errno errno, @Nullable String hint) {
        super(operation, errno, reason(feature, since), hint);
        this.feature = feature;
        this.since = since;
    }

    /// What is missing, such as `kprobes`.
    public String feature() {
        return feature;
    }

    /// The Linux version that brought it, if a version did.
    public @Nullable String since() {
        return since;
    }

    private static String reason(String feature, @Nullable String since) {
        String running = System.getProperty("os.version");
        return since == null
                ? "not supported: this kernel (" + running + ") has no " + feature
                : "not supported: " + feature + " needs Linux " + since + ", this is " + running;
    }
}
