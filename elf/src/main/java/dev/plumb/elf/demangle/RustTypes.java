package dev.plumb.elf.demangle;

import java.util.Map;

/// Types and the lifetimes in them.
final class RustTypes {
    private static final Map<Character, String> BASIC = Map.ofEntries(
            Map.entry('a', "i8"),
            Map.entry('b', "bool"),
            Map.entry('c', "char"),
            Map.entry('d', "f64"),
            Map.entry('e', "str"),
            Map.entry('f', "f32"),
            Map.entry('h', "u8"),
            Map.entry('i', "isize"),
            Map.entry('j', "usize"),
            Map.entry('l', "i32"),
            Map.entry('m', "u32"),
            Map.entry('n', "i128"),
            Map.entry('o', "u128"),
            Map.entry('p', "_"),
            Map.entry('s', "i16"),
            Map.entry('t', "u16"),
            Map.entry('u', "()"),
            Map.entry('v', "..."),
            Map.entry('x', "i64"),
            Map.entry('y', "u64"),
            Map.entry('z', "!"));

    private static final int MAX_BOUND_LIFETIMES = 1000;

    private final RustV0Demangler demangler;
    private final Cursor cursor;

    /// How many lifetimes the `for<..>` around this place have introduced.
    private int boundLifetimes;

    RustTypes(RustV0Demangler demangler) {
        this.demangler = demangler;
        this.cursor = demangler.cursor;
    }

    static String basic(char letter) {
        String name = BASIC.get(letter);
        if (name == null) {
            throw new Undecodable("unknown type " + letter);
        }
        return name;
    }

    void type() {
        demangler.out.enter();
        char kind = cursor.peek();
        if (Cursor.isLower(kind)) {
            demangler.print(basic(cursor.take()));
        } else {
            compound(kind);
        }
        demangler.out.leave();
    }

    private void compound(char kind) {
        switch (kind) {
            case 'R' -> reference("&");
            case 'Q' -> reference("&mut ");
            case 'P' -> pointer("*const ");
            case 'O' -> pointer("*mut ");
            case 'A', 'S' -> array();
            case 'T' -> tuple();
            case 'F' -> {
                cursor.take();
                binder(this::function);
            }
            case 'D' -> dyn();
            case 'B' -> {
                cursor.take();
                demangler.backReference(this::type);
            }
            default -> demangler.paths.path(false);
        }
    }

    private void reference(String symbol) {
        cursor.take();
        demangler.print("&");
        if (cursor.accept('L')) {
            int lifetime = demangler.reader.smallBase62();
            if (lifetime != 0) {
                lifetime(lifetime);
                demangler.print(" ");
            }
        }
        demangler.print(symbol.substring(1));
        type();
    }

    private void pointer(String symbol) {
        cursor.take();
        demangler.print(symbol);
        type();
    }

    private void array() {
        boolean sized = cursor.take() == 'A';
        demangler.print("[");
        type();
        if (sized) {
            demangler.print("; ");
            demangler.constants.constant();
        }
        demangler.print("]");
    }

    private void tuple() {
        cursor.take();
        demangler.print("(");
        int members = demangler.list(this::type, ", ");
        demangler.print(members == 1 ? ",)" : ")");
    }

    private void function() {
        demangler.print(cursor.accept('U') ? "unsafe " : "");
        if (cursor.accept('K')) {
            String abi =
                    cursor.accept('C') ? "C" : demangler.reader.identifier().replace('_', '-');
            demangler.print("extern \"" + abi + "\" ");
        }
        demangler.print("fn(");
        demangler.list(this::type, ", ");
        demangler.print(")");
        if (!cursor.accept('u')) {
            demangler.print(" -> ");
            type();
        }
    }

    private void dyn() {
        cursor.take();
        demangler.print("dyn ");
        binder(() -> demangler.list(demangler.paths::dynTrait, " + "));
        cursor.expect('L');
        int lifetime = demangler.reader.smallBase62();
        if (lifetime != 0) {
            demangler.print(" + ");
            lifetime(lifetime);
        }
    }

    /// `for<'a, 'b>` and what it binds lifetimes in.
    private void binder(Runnable bound) {
        long count = demangler.reader.optional('G');
        if (count < 0 || count > MAX_BOUND_LIFETIMES) {
            throw new Undecodable("too many lifetimes");
        }
        int outer = boundLifetimes;
        if (count > 0) {
            demangler.print("for<");
            for (long i = 0; i < count; i++) {
                demangler.print(i > 0 ? ", " : "");
                boundLifetimes++;
                lifetime(1);
            }
            demangler.print("> ");
        }
        bound.run();
        boundLifetimes = outer;
    }

    /// 1 is the innermost bound lifetime; they are named `'a`, `'b` from the outermost on. 0 is an erased one.
    void lifetime(int index) {
        if (index == 0) {
            demangler.print("'_");
            return;
        }
        int depth = boundLifetimes - index;
        if (depth < 0) {
            throw new Undecodable("unbound lifetime");
        }
        demangler.print(depth < 26 ? "'" + (char) ('a' + depth) : "'_" + depth);
    }
}
