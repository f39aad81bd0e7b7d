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
        if (mangled.startsWith("_R")) {
            return RustV0Demangler.demangle(mangled, 2, detail);
        }
        int start = mangled.startsWith("__Z") ? 1 : 0;
        if (!mangled.startsWith("_Z", start)) {
            return null;
        }
        String rust = mangled.startsWith("N", start + 2) ? rustLegacy(mangled, start + 3, detail) : null;
        return rust != null ? rust : ItaniumDemangler.demangle(mangled, start + 2, detail);
    }

    /// A legacy name of Rust is also one of C++, so what it cannot decode may still be decoded as such.
    private static @Nullable String rustLegacy(String mangled, int start, Detail detail) {
        try {
            return RustLegacyDemangler.demangle(mangled, start, detail);
        } catch (Undecodable undecodable) {
            return null;
        }
    }
}
