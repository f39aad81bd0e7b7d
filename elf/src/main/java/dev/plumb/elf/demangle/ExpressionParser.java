package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.ExpressionNode.ArgumentReference;
import dev.plumb.elf.demangle.ExpressionNode.Designated;
import dev.plumb.elf.demangle.ExpressionNode.Initializer;
import dev.plumb.elf.demangle.ExpressionNode.Literal;
import dev.plumb.elf.demangle.ExpressionNode.VendorExpression;
import dev.plumb.elf.demangle.NameNode.Qualified;
import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.TypeNode.Expansion;
import java.util.ArrayList;
import java.util.List;

/// Expressions that are no operators: literals, names, parameters, initialisers.
final class ExpressionParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    ExpressionParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    Node expression() {
        parser.enter();
        Node expression = anyExpression();
        parser.leave();
        return expression;
    }

    private Node anyExpression() {
        char c = cursor.peek();
        if (c == 'L') {
            return primary();
        }
        if (c == 'T') {
            return parser.templates.parameter();
        }
        if (Cursor.isDigit(c)) {
            return named();
        }
        return switch (c == Cursor.END ? "" : "" + c + cursor.peek(1)) {
            case "on" -> named();
            case "sr" -> scoped();
            case "sp" -> {
                cursor.take(2);
                yield new Expansion(expression());
            }
            case "fp" -> {
                cursor.take(2);
                yield argument();
            }
            case "fL" -> Cursor.isDigit(cursor.peek(2)) ? outerArgument() : parser.operators.operation();
            case "il" -> {
                cursor.take(2);
                yield new Initializer(null, initializers());
            }
            case "tl" -> {
                cursor.take(2);
                Node type = parser.types.type();
                yield new Initializer(type, initializers());
            }
            default -> c == 'u' ? vendor() : parser.operators.operation();
        };
    }

    private Node named() {
        return withArguments(parser.names.simpleName());
    }

    /// A scope and a name in it. Compilers write a scope that begins with an identifier as a list of names up to `E`;
    /// old ones write it as a type.
    private Node scoped() {
        cursor.take(2);
        int start = cursor.position();
        int size = parser.substitutions.size();
        if (cursor.atDigit()) {
            Node scope = named();
            while (cursor.atDigit()) {
                scope = new Qualified(scope, named());
            }
            if (cursor.accept('E') && atMember()) {
                return withArguments(new Qualified(scope, memberName()));
            }
            cursor.reset(start);
            parser.substitutions.truncate(size);
        }
        Node scope = parser.types.type();
        return new Qualified(scope, withArguments(memberName()));
    }

    private boolean atMember() {
        return cursor.atDigit() || cursor.looksAt("on") || cursor.looksAt("dn");
    }

    private Node memberName() {
        return cursor.accept("dn") ? new NameNode.Structor(named(), true) : parser.names.simpleName();
    }

    private Node withArguments(Node name) {
        return cursor.peek() == 'I' ? new Template(name, parser.templates.arguments()) : name;
    }

    /// `fp_`, `fp0_`: an argument of the function around; `fpT` is `this`.
    private Node argument() {
        if (cursor.accept('T')) {
            return new ArgumentReference(0);
        }
        while (cursor.atQualifier()) {
            cursor.take();
        }
        return new ArgumentReference(cursor.compactNumber() + 1);
    }

    /// `fL0p_`: an argument of a function further out, printed like one of the nearest.
    private Node outerArgument() {
        cursor.take(2);
        cursor.number();
        cursor.expect('p');
        return argument();
    }

    private Node vendor() {
        cursor.expect('u');
        String name = cursor.identifier();
        List<Node> arguments = parser.templates.argumentsUntilEnd();
        return new VendorExpression(name, arguments);
    }

    /// `L`, a type and a value, or the mangled name of a function or variable, and `E`.
    Node primary() {
        cursor.expect('L');
        if (cursor.accept("_Z") || cursor.accept('Z')) {
            Node encoding = parser.names.encoding(true);
            cursor.expect('E');
            return encoding;
        }
        Node type = parser.types.type();
        if (cursor.accept('E')) {
            return type;
        }
        boolean negative = cursor.accept('n');
        StringBuilder digits = new StringBuilder();
        while (!cursor.accept('E')) {
            digits.append(cursor.take());
        }
        return new Literal(type, negative, digits.toString());
    }

    private List<Node> initializers() {
        List<Node> values = new ArrayList<>();
        while (!cursor.accept('E')) {
            values.add(initializer());
        }
        return values;
    }

    private Node initializer() {
        if (!cursor.looksAt("di") && !cursor.looksAt("dx") && !cursor.looksAt("dX")) {
            return expression();
        }
        parser.enter();
        cursor.take();
        char kind = cursor.take();
        Node target = kind == 'i' ? parser.names.simpleName() : expression();
        Node last = kind == 'X' ? expression() : null;
        Node value = initializer();
        parser.leave();
        return new Designated(target, kind == 'i', last, value);
    }
}
