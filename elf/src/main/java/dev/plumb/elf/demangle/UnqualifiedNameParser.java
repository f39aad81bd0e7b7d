package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.InModule;
import dev.plumb.elf.demangle.NameNode.Module;
import dev.plumb.elf.demangle.NameNode.Qualified;
import dev.plumb.elf.demangle.NameNode.Structor;
import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.NameNode.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The components of names, and prefixes made of them.
final class UnqualifiedNameParser {
    private static final Word ANONYMOUS = new Word("(anonymous namespace)");

    private final ItaniumParser parser;
    private final Cursor cursor;

    UnqualifiedNameParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    /// The components of a nested name, up to the `E` that ends it. Each prefix but the last can be referred to later.
    Node prefix() {
        Node prefix = null;
        while (cursor.peek() != 'E') {
            if (prefix != null && cursor.accept('M')) {
                continue; // marks the initialiser of a data member, which is not shown
            }
            boolean reference = cursor.peek() == 'S';
            prefix = component(prefix);
            if (!reference && cursor.peek() != 'E') {
                parser.substitutions.add(prefix);
            }
        }
        if (prefix == null) {
            throw new Undecodable("empty nested name");
        }
        return prefix;
    }

    private Node component(@Nullable Node prefix) {
        char c = cursor.peek();
        if (c == 'I') {
            if (prefix == null) {
                throw new Undecodable("template arguments without a template");
            }
            return new Template(prefix, parser.templates.arguments());
        }
        Node name = switch (c) {
            case 'S' -> parser.substitutions.substitution(true);
            case 'T' -> parser.templates.parameter();
            case 'D' -> cursor.peek(1) == 'T' || cursor.peek(1) == 't' ? parser.types.decltype() : name();
            default -> name();
        };
        return prefix == null ? name : new Qualified(prefix, name);
    }

    /// One component with its module and its ABI tags.
    Node name() {
        Module module = module();
        char c = cursor.peek();
        Node name;
        if (Cursor.isDigit(c)) {
            name = sourceName();
        } else if (Cursor.isLower(c)) {
            cursor.accept("on");
            name = parser.operators.operatorName();
        } else {
            name = switch (c) {
                case 'L' -> internalName();
                case 'C' -> constructor();
                case 'D' -> cursor.peek(1) == 'C' ? structuredBinding() : destructor();
                case 'U' -> parser.closures.closure();
                default -> throw new Undecodable("no name at " + cursor.position());
            };
        }
        Node tagged = parser.names.tags(name);
        return module == null ? tagged : new InModule(tagged, module);
    }

    Node sourceName() {
        String text = cursor.identifier();
        Node name = isAnonymousNamespace(text) ? ANONYMOUS : new Word(text);
        parser.lastName = name;
        return name;
    }

    private static boolean isAnonymousNamespace(String text) {
        return text.length() >= 10
                && text.startsWith("_GLOBAL_")
                && "._$".indexOf(text.charAt(8)) >= 0
                && text.charAt(9) == 'N';
    }

    /// A name with internal linkage.
    private Node internalName() {
        cursor.expect('L');
        Node name = sourceName();
        parser.names.discriminator();
        return name;
    }

    private Node constructor() {
        cursor.expect('C');
        boolean inherited = cursor.accept('I');
        char kind = cursor.take();
        if (kind < '1' || kind > '5') {
            throw new Undecodable("unknown constructor C" + kind);
        }
        if (inherited) {
            parser.types.type();
        }
        return new Structor(classOfStructor(), false);
    }

    private Node destructor() {
        cursor.expect('D');
        char kind = cursor.take();
        if (kind < '0' || kind > '5' || kind == '3') {
            throw new Undecodable("unknown destructor D" + kind);
        }
        return new Structor(classOfStructor(), true);
    }

    private Node classOfStructor() {
        if (parser.lastName == null) {
            throw new Undecodable("constructor without a class");
        }
        return parser.lastName;
    }

    private Node structuredBinding() {
        cursor.accept("DC");
        List<Node> names = new ArrayList<>();
        do {
            names.add(sourceName());
        } while (!cursor.accept('E'));
        return new NameNode.StructuredBinding(names);
    }

    /// The module a name is attached to. Module names can be referred to later.
    private @Nullable Module module() {
        Module module = null;
        while (cursor.accept('W')) {
            boolean partition = cursor.accept('P');
            module = new Module(module, cursor.identifier(), partition);
            parser.substitutions.add(module);
        }
        return module;
    }

    /// The module that an initialiser belongs to.
    Node requiredModule() {
        Module module = module();
        if (module == null) {
            throw new Undecodable("no module at " + cursor.position());
        }
        return module;
    }
}
