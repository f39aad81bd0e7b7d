package dev.plumb.elf.demangle;

/// Names of C++, mangled by the Itanium ABI that all compilers on Linux follow.
final class ItaniumDemangler {
    private ItaniumDemangler() {}

    /// The readable form of `mangled`, whose encoding begins at `start`, behind the `_Z`.
    static String demangle(String mangled, int start, Detail detail) {
        Node node = new ItaniumParser(new Cursor(mangled, start)).parse();
        return new ItaniumPrinter(detail).text(node);
    }
}
