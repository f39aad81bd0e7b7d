package dev.plumb.elf.demangle;

import org.jspecify.annotations.Nullable;

/// Turns a linker symbol into the name its programmer wrote.
///
/// Names are as `c++filt` prints them. Time, memory and stack are bounded for any input, so symbols may be hostile.
public final class Demangler {
    /// Longer symbols are left as they are.
    private static final int MAX_LENGTH = 1 << 16;

    private Demangler() {}

    /// The readable name of `mangled` in full, or null if it is not a mangled name or cannot be decoded: show the
    /// symbol as it is.
    public static @Nullable String demangle(String mangled) {
        return demangle(mangled, Detail.FULL);
    }

    /// The readable name of `mangled`, or null if it is not a mangled name or cannot be decoded.
    public static @Nullable String demangle(String mangled, Detail detail) {
        if (mangled.length() > MAX_LENGTH) {
            return null;
        }
        int end = mangled.indexOf('@');
        if (end >= 0) {
            String name = demangle(mangled.substring(0, end), detail);
            return name == null ? null : name + mangled.substring(end);
        }
        try {
            return decode(mangled, detail);
        } catch (Undecodable undecodable) {
            return null;
        }
    }

    private static @Nullable String decode(String mangled, Detail detail) {
        if (mangled.startsWith("_Z")) {
            return ItaniumDemangler.demangle(mangled, 2, detail);
        }
        if (mangled.startsWith("__Z")) {
            return ItaniumDemangler.demangle(mangled, 3, detail);
        }
        return null;
    }
}
