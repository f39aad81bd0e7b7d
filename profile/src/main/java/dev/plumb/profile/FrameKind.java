package dev.plumb.profile;

import java.util.Locale;

/// What sort of code a frame runs.
public enum FrameKind {
    /// The Linux kernel and its modules.
    KERNEL,
    /// Machine code of a program or library.
    NATIVE,
    JAVA,
    JAVASCRIPT,
    PYTHON,
    RUBY,
    PHP,
    PERL,
    /// Code of a kind that has no name here.
    OTHER;

    /// The name used in files, such as `kernel`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The kind of a file's label; [#OTHER] for one that has no constant.
    public static FrameKind of(String label) {
        for (FrameKind kind : values()) {
            if (kind.label().equals(label)) {
                return kind;
            }
        }
        return OTHER;
    }
}
