package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.ExpressionNode.ArgumentCount;
import dev.plumb.elf.demangle.ExpressionNode.Arguments;
import dev.plumb.elf.demangle.ExpressionNode.Call;
import dev.plumb.elf.demangle.ExpressionNode.Cast;
import dev.plumb.elf.demangle.ExpressionNode.Conditional;
import dev.plumb.elf.demangle.ExpressionNode.Fold;
import dev.plumb.elf.demangle.ExpressionNode.Index;
import dev.plumb.elf.demangle.ExpressionNode.Infix;
import dev.plumb.elf.demangle.ExpressionNode.NamedCast;
import dev.plumb.elf.demangle.ExpressionNode.New;
import dev.plumb.elf.demangle.ExpressionNode.PackSize;
import dev.plumb.elf.demangle.ExpressionNode.Postfix;
import dev.plumb.elf.demangle.ExpressionNode.Prefix;
import dev.plumb.elf.demangle.NameNode.NamedOperator;
import dev.plumb.elf.demangle.NameNode.OperatorName;
import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.NameNode.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Operators, as names of functions and in expressions.
final class OperatorExpressionParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    OperatorExpressionParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    /// The name of a function that implements an operator.
    Node operatorName() {
        if (cursor.accept("cv")) {
            return new NameNode.Conversion(parser.types.conversionType());
        }
        if (cursor.accept("li")) {
            return new NamedOperator("operator\"\" ", cursor.identifier());
        }
        if (cursor.peek() == 'v' && Cursor.isDigit(cursor.peek(1))) {
            cursor.take(2);
            return new NamedOperator("operator ", cursor.identifier());
        }
        return new OperatorName(operator());
    }

    private Operator operator() {
        Operator operator = Operator.byCode(cursor.take(), cursor.take());
        if (operator == null) {
            throw new Undecodable("unknown operator at " + cursor.position());
        }
        return operator;
    }

    /// An operator and its operands.
    Node operation() {
        char first = cursor.peek();
        char second = cursor.peek(1);
        switch ("" + first + second) {
            case "cv":
                cursor.take(2);
                return cast();
            case "fl", "fr", "fL", "fR":
                cursor.take(2);
                return fold(second);
            case "sZ":
                cursor.take(2);
                return new PackSize(parser.expressions.expression());
            case "sP":
                cursor.take(2);
                return new ArgumentCount(parser.templates.argumentsUntilEnd());
            case "tr":
                cursor.take(2);
                return new Word("throw");
            default:
                return simple(operator());
        }
    }

    private Node simple(Operator operator) {
        return switch (operator.code()) {
            case "cl" -> new Call(operand(), new Arguments(parser.expressionsUntilEnd()));
            case "ix" -> {
                Node array = operand();
                yield new Index(array, operand());
            }
            case "cc", "dc", "rc", "sc" -> {
                Node type = parser.types.type();
                yield new NamedCast(operator, type, operand());
            }
            case "dt", "pt" -> {
                Node left = operand();
                yield new Infix(operator, left, member());
            }
            case "nw", "na" -> allocation();
            case "pp", "mm" -> cursor.accept('_') ? new Prefix(operator, operand()) : new Postfix(operator, operand());
            case "st", "at", "ti" -> new Prefix(operator, parser.types.type());
            case "qu" -> {
                Node condition = operand();
                Node whenTrue = operand();
                yield new Conditional(condition, whenTrue, operand());
            }
            default -> operator.operands() == 1 ? new Prefix(operator, operand()) : infix(operator);
        };
    }

    private Node operand() {
        return parser.expressions.expression();
    }

    private Node infix(Operator operator) {
        Node left = operand();
        return new Infix(operator, left, operand());
    }

    /// What follows a dot or an arrow.
    private Node member() {
        if (!cursor.atDigit() && !cursor.looksAt("on")) {
            return operand();
        }
        Node name = parser.names.simpleName();
        return cursor.peek() == 'I' ? new Template(name, parser.templates.arguments()) : name;
    }

    /// A type, then one operand, or any number between `_` and `E`.
    private Node cast() {
        Node type = parser.types.type();
        Node operand = cursor.accept('_') ? new Arguments(parser.expressionsUntilEnd()) : operand();
        return new Cast(type, operand);
    }

    /// Small letters fold the pack alone, capital letters fold it with a first or last value.
    private Node fold(char kind) {
        Operator operator = operator();
        Node first = operand();
        return switch (kind) {
            case 'l' -> new Fold(operator, null, first);
            case 'r' -> new Fold(operator, first, null);
            default -> new Fold(operator, first, operand());
        };
    }

    private Node allocation() {
        List<Node> placement = new ArrayList<>();
        while (!cursor.accept('_')) {
            placement.add(operand());
        }
        Node type = parser.types.type();
        return new New(placement, type, initializer());
    }

    private @Nullable Node initializer() {
        if (cursor.accept('E')) {
            return null;
        }
        if (cursor.accept("pi")) {
            return new Arguments(parser.expressionsUntilEnd());
        }
        return operand();
    }
}
