package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.RustReader.Identifier;

/// Paths: crates, what is nested in them, implementations and generics.
final class RustPaths {
    private final RustV0Demangler demangler;
    private final Cursor cursor;

    RustPaths(RustV0Demangler demangler) {
        this.demangler = demangler;
        this.cursor = demangler.cursor;
    }

    /// In a value, generic arguments stand behind `::`.
    void path(boolean inValue) {
        demangler.out.enter();
        char kind = cursor.take();
        switch (kind) {
            case 'C' -> crate();
            case 'N' -> nested(inValue);
            case 'M' -> {
                implementation();
                qualified(false);
            }
            case 'X' -> {
                implementation();
                qualified(true);
            }
            case 'Y' -> qualified(true);
            case 'I' -> {
                path(inValue);
                demangler.print(inValue ? "::<" : "<");
                demangler.list(this::genericArgument, ", ");
                demangler.print(">");
            }
            case 'B' -> demangler.backReference(() -> path(inValue));
            default -> throw new Undecodable("unknown path " + kind);
        }
        demangler.out.leave();
    }

    private void crate() {
        Identifier crate = demangler.reader.disambiguated();
        demangler.print(crate.name());
        if (demangler.detail == Detail.FULL) {
            demangler.print("[" + Long.toHexString(crate.disambiguator()) + "]");
        }
    }

    /// Capital namespaces are made by the compiler and shown in braces.
    private void nested(boolean inValue) {
        char namespace = cursor.take();
        path(inValue);
        Identifier identifier = demangler.reader.disambiguated();
        String name = identifier.name();
        if (Cursor.isUpper(namespace)) {
            String kind = switch (namespace) {
                case 'C' -> "closure";
                case 'S' -> "shim";
                default -> Character.toString(namespace);
            };
            String label = name.isEmpty() ? "" : ":" + name;
            demangler.print("::{" + kind + label + "#" + Long.toUnsignedString(identifier.disambiguator()) + "}");
        } else if (!Cursor.isLower(namespace)) {
            throw new Undecodable("unknown namespace " + namespace);
        } else if (!name.isEmpty()) {
            demangler.print("::" + name);
        }
    }

    /// Where an implementation is written, which is not shown.
    private void implementation() {
        demangler.reader.optional('s');
        demangler.silently(() -> path(false));
    }

    private void qualified(boolean ofTrait) {
        demangler.print("<");
        demangler.types.type();
        if (ofTrait) {
            demangler.print(" as ");
            path(false);
        }
        demangler.print(">");
    }

    private void genericArgument() {
        if (cursor.accept('L')) {
            demangler.types.lifetime(demangler.reader.smallBase62());
        } else if (cursor.accept('K')) {
            demangler.constants.constant();
        } else {
            demangler.types.type();
        }
    }

    /// A trait of a `dyn` type: its generic arguments and its associated types share one pair of angle brackets.
    void dynTrait() {
        boolean open = openGenerics();
        while (cursor.accept('p')) {
            demangler.print(open ? ", " : "<");
            open = true;
            demangler.print(demangler.reader.identifier() + " = ");
            demangler.types.type();
        }
        demangler.print(open ? ">" : "");
    }

    /// A path whose last angle bracket, if it has any, is left open.
    private boolean openGenerics() {
        demangler.out.enter();
        boolean open = false;
        if (cursor.accept('B')) {
            boolean[] opened = {false};
            demangler.backReference(() -> opened[0] = openGenerics());
            open = opened[0];
        } else if (cursor.accept('I')) {
            path(false);
            demangler.print("<");
            demangler.list(this::genericArgument, ", ");
            open = true;
        } else {
            path(false);
        }
        demangler.out.leave();
        return open;
    }
}
