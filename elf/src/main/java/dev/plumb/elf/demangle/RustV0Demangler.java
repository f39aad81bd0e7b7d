package dev.plumb.elf.demangle;

/// Names of Rust in the mangling v0 (RFC 2603): `_R`, a path, and the crate that instantiated it, which is not shown.
///
/// Text is written while reading. A part can refer back to an earlier one by its position, which is then read again;
/// the limits of [Output] hold for that too.
final class RustV0Demangler {
    final Cursor cursor;
    final RustReader reader;
    final Output out = new Output();
    final Detail detail;
    final RustPaths paths;
    final RustTypes types;
    final RustConstants constants;

    private final int start;
    private boolean silent;

    private RustV0Demangler(String mangled, int start, Detail detail) {
        this.start = start;
        this.detail = detail;
        this.cursor = new Cursor(mangled, start);
        this.reader = new RustReader(cursor);
        this.paths = new RustPaths(this);
        this.types = new RustTypes(this);
        this.constants = new RustConstants(this);
    }

    /// The readable form of `mangled`, whose path begins at `start`, behind the `_R`. A suffix behind a dot is dropped.
    static String demangle(String mangled, int start, Detail detail) {
        int dot = mangled.indexOf('.');
        try {
            return new RustV0Demangler(dot < 0 ? mangled : mangled.substring(0, dot), start, detail).symbol();
        } catch (ArithmeticException overflow) {
            throw new Undecodable("a number is too large");
        }
    }

    private String symbol() {
        if (cursor.atDigit()) {
            throw new Undecodable("a later version of the mangling");
        }
        paths.path(true);
        if (!cursor.atEnd()) {
            silently(() -> paths.path(false));
        }
        if (!cursor.atEnd()) {
            throw new Undecodable("more text at " + cursor.position());
        }
        return out.toString();
    }

    void print(String text) {
        if (!silent) {
            out.append(text);
        }
    }

    /// Reads something that is not shown.
    void silently(Runnable action) {
        boolean outer = silent;
        silent = true;
        action.run();
        silent = outer;
    }

    /// Reads again what stands at an earlier position; not needed for what is not shown.
    void backReference(Runnable action) {
        int here = cursor.position() - 1;
        long target = (long) start + reader.smallBase62();
        if (target >= here) {
            throw new Undecodable("reference forward");
        }
        if (silent) {
            return;
        }
        int resume = cursor.position();
        cursor.reset((int) target);
        action.run();
        cursor.reset(resume);
    }

    /// Reads up to the `E` that ends a list, with commas between; returns how many there were.
    int list(Runnable item, String separator) {
        int count = 0;
        while (!cursor.accept('E')) {
            print(count++ > 0 ? separator : "");
            item.run();
        }
        return count;
    }
}
