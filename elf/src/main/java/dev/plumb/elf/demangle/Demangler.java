package dev.plumb.elf.demangle;

import org.jspecify.annotations.Nullable;

/// Turns a linker symbol into the name its programmer wrote.
public final class Demangler {
    private Demangler() {}

    /// The readable name of `mangled`, or null if it is not a mangled name or cannot be decoded: show the symbol as it
    /// is.
    public static @Nullable String demangle(String mangled) {
        return null;
    }
}
