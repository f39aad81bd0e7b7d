package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.DefaultArgument;
import dev.plumb.elf.demangle.NameNode.Function;
import dev.plumb.elf.demangle.NameNode.Local;
import dev.plumb.elf.demangle.NameNode.Method;
import dev.plumb.elf.demangle.NameNode.Qualified;
import dev.plumb.elf.demangle.NameNode.Tagged;
import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.NameNode.Word;
import dev.plumb.elf.demangle.TypeNode.FunctionType;
import java.util.List;

/// Encodings and names: plain, nested (`N..E`), local to a function (`Z..E`), and of the standard library (`St`).
final class NameParser {
    private static final Word STRING_LITERAL = new Word("string literal");

    private final ItaniumParser parser;
    private final Cursor cursor;
    private final UnqualifiedNameParser unqualified;

    NameParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
        this.unqualified = new UnqualifiedNameParser(parser);
    }

    /// A variable, a function with its parameters, or a special name. Functions around local names show no result.
    Node encoding(boolean withResult) {
        parser.enter();
        Node encoding = cursor.peek() == 'G' || cursor.peek() == 'T' ? parser.specials.special() : entity(withResult);
        parser.leave();
        return encoding;
    }

    private Node entity(boolean withResult) {
        Node name = name();
        if (cursor.atEnd() || cursor.peek() == 'E') {
            return name;
        }
        FunctionType type = parser.functions.bare(hasResult(name));
        if (cursor.accept('Q')) {
            parser.expressions.expression(); // a trailing requires-clause, which is not shown
        }
        return function(name, withResult ? type : type.withoutResult());
    }

    /// Moves the qualifiers of a method from its name behind its parameters.
    private static Node function(Node name, FunctionType type) {
        return switch (name) {
            case Method method -> new Function(method.name(), type.withSuffixes(method.suffixes()));
            case Local(Node around, Method method) ->
                new Function(new Local(around, method.name()), type.withSuffixes(method.suffixes()));
            case Local(Node around, DefaultArgument(int number, Method method)) ->
                new Function(
                        new Local(around, new DefaultArgument(number, method.name())),
                        type.withSuffixes(method.suffixes()));
            default -> new Function(name, type);
        };
    }

    /// Templates are mangled with their result, except those that have none to declare.
    private static boolean hasResult(Node name) {
        return switch (name) {
            case Template template -> !isWithoutResult(template.name());
            case Local local -> hasResult(local.entity());
            case DefaultArgument argument -> hasResult(argument.entity());
            case Method method -> hasResult(method.name());
            default -> false;
        };
    }

    private static boolean isWithoutResult(Node name) {
        return switch (name) {
            case NameNode.Structor structor -> true;
            case NameNode.Conversion conversion -> true;
            case Qualified qualified -> isWithoutResult(qualified.name());
            case Local local -> isWithoutResult(local.entity());
            case Tagged tagged -> isWithoutResult(tagged.name());
            default -> false;
        };
    }

    Node name() {
        parser.enter();
        Node name = switch (cursor.peek()) {
            case 'N' -> nested();
            case 'Z' -> local();
            default -> unscoped();
        };
        parser.leave();
        return name;
    }

    /// A name without scope, or directly in `std`, perhaps a template.
    private Node unscoped() {
        boolean substituted = cursor.peek() == 'S' && cursor.peek(1) != 't';
        Node name;
        if (substituted) {
            name = parser.substitutions.substitution(false);
        } else if (cursor.accept("St")) {
            name = new Qualified(SubstitutionParser.STD, unqualified.name());
        } else {
            name = unqualified.name();
        }
        if (cursor.peek() != 'I') {
            return name;
        }
        if (!substituted) {
            parser.substitutions.add(name);
        }
        return new Template(name, parser.templates.arguments());
    }

    private Node nested() {
        cursor.expect('N');
        List<Node> suffixes = parser.functions.methodQualifiers();
        Node name = unqualified.prefix();
        cursor.expect('E');
        return suffixes.isEmpty() ? name : new Method(name, suffixes);
    }

    /// A function, then what it declares; discriminators of equal names are not shown.
    private Node local() {
        cursor.expect('Z');
        Node function = encoding(false);
        cursor.expect('E');
        if (cursor.peek() == 's') {
            cursor.take();
            discriminator();
            return new Local(function, STRING_LITERAL);
        }
        if (cursor.accept('d')) {
            int number = cursor.compactNumber();
            return new Local(function, new DefaultArgument(number, name()));
        }
        Node entity = name();
        discriminator();
        return new Local(function, entity);
    }

    /// `_3`, `__12_`.
    void discriminator() {
        if (cursor.accept("__")) {
            if (cursor.number() >= 10) {
                cursor.expect('_');
            }
        } else if (cursor.peek() == '_' && Cursor.isDigit(cursor.peek(1))) {
            cursor.take(2);
        }
    }

    /// `name` with the ABI tags that follow.
    Node tags(Node name) {
        Node tagged = name;
        while (cursor.accept('B')) {
            tagged = new Tagged(tagged, cursor.identifier());
        }
        return tagged;
    }

    /// The last component of a name in an expression: an identifier, an operator or a destructor.
    Node simpleName() {
        return unqualified.name();
    }

    Node module() {
        return unqualified.requiredModule();
    }
}
