package dev.plumb.profile.format;

/// The name shown for a function that is not known, such as `libc.so.6+0x1a2b`, taken apart again.
final class UnknownName {
    private UnknownName() {}

    /// Whether a name was made up for a function that is not known.
    static boolean isOne(String name) {
        return name.startsWith("0x") || name.equals("[unknown]") || name.contains("+0x");
    }

    /// The offset in such a name, or 0 if it has none.
    static long offset(String name) {
        int plus = name.lastIndexOf("+0x");
        if (plus < 0) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(name, plus + 3, name.length(), 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
