package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.TypeNode.Pack;
import dev.plumb.elf.demangle.TypeNode.Parameter;
import java.util.ArrayList;
import java.util.List;

/// Arguments of templates (`I..E`) and the parameters that refer to them (`T_`).
final class TemplateParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    TemplateParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    List<Node> arguments() {
        cursor.expect('I');
        return argumentsUntilEnd();
    }

    /// The identifiers in the arguments do not name the class around them, so constructors must not see them.
    List<Node> argumentsUntilEnd() {
        parser.enter();
        Node className = parser.lastName;
        List<Node> arguments = new ArrayList<>();
        while (!cursor.accept('E')) {
            if (cursor.accept('Q')) {
                parser.expressions.expression(); // a requires-clause, which is not shown
            } else {
                arguments.add(argument());
            }
        }
        parser.lastName = className;
        parser.leave();
        return arguments;
    }

    private Node argument() {
        if (parser.closures.isHeadParameter()) {
            parser.closures.headParameter(); // the declaration of the parameter, which is not shown
        }
        return switch (cursor.peek()) {
            case 'X' -> {
                cursor.take();
                Node expression = parser.expressions.expression();
                cursor.expect('E');
                yield expression;
            }
            case 'L' -> parser.expressions.primary();
            case 'I', 'J' -> {
                cursor.take();
                yield new Pack(argumentsUntilEnd());
            }
            default -> parser.types.type();
        };
    }

    /// `T_`, `T0_`, `T1_`.
    Node parameter() {
        cursor.expect('T');
        return new Parameter(cursor.compactNumber());
    }
}
