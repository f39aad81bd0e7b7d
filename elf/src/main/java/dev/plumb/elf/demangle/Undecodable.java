package dev.plumb.elf.demangle;

/// Ends the decoding of a name that is malformed, of an unknown kind, or beyond the limits; never leaves the package.
final class Undecodable extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// Has no stack trace: it is thrown for every symbol that only looks mangled, and nobody reads it.
    Undecodable(String reason) {
        super(reason, null, false, false);
    }
}
