package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.ExpressionNode.ArgumentReference;
import dev.plumb.elf.demangle.ExpressionNode.Designated;
import dev.plumb.elf.demangle.ExpressionNode.Initializer;
import dev.plumb.elf.demangle.ExpressionNode.Literal;
import dev.plumb.elf.demangle.NameNode.Function;
import dev.plumb.elf.demangle.NameNode.Qualified;
import dev.plumb.elf.demangle.NameNode.Word;
import dev.plumb.elf.demangle.TypeNode.Builtin;
import dev.plumb.elf.demangle.TypeNode.Expansion;
import dev.plumb.elf.demangle.TypeNode.LiteralStyle;
import dev.plumb.elf.demangle.TypeNode.Pack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes expressions. All operands but the plainest are put in parentheses, whatever binds tighter.
final class ExpressionPrinter {
    private final ItaniumPrinter printer;
    private final Output out;

    ExpressionPrinter(ItaniumPrinter printer) {
        this.printer = printer;
        this.out = printer.out;
    }

    void print(ExpressionNode node) {
        switch (node) {
            case Literal literal -> literal(literal);
            case ArgumentReference(int number) -> out.append(number == 0 ? "this" : "{parm#" + number + "}");
            case ExpressionNode.Prefix(Operator operator, Node operand) -> prefix(operator, operand);
            case ExpressionNode.Postfix(Operator operator, Node operand) -> {
                operand(operand);
                out.append(operator.symbol());
            }
            case ExpressionNode.Cast(Node type, Node operand) -> {
                parenthesised(type);
                operand(operand);
            }
            case ExpressionNode.NamedCast cast -> namedCast(cast);
            case ExpressionNode.Infix(Operator operator, Node left, Node right) -> infix(operator, left, right);
            case ExpressionNode.Index(Node array, Node index) -> {
                operand(array);
                out.append('[');
                printer.print(index);
                out.append(']');
            }
            case ExpressionNode.Call(Node function, ExpressionNode.Arguments arguments) -> {
                operand(function instanceof Function declared ? declared.name() : function);
                parenthesised(arguments);
            }
            case ExpressionNode.Arguments arguments -> printer.list(arguments.values());
            case ExpressionNode.Conditional conditional -> conditional(conditional);
            case ExpressionNode.New creation -> creation(creation);
            case Initializer(Node type, List<Node> values) -> initializer(type, values);
            case Designated designated -> designated(designated);
            case ExpressionNode.Fold fold -> fold(fold);
            case ExpressionNode.PackSize size -> out.append(Integer.toString(packSize(size.pack())));
            case ExpressionNode.ArgumentCount count -> out.append(Integer.toString(count(count.arguments())));
            case ExpressionNode.VendorExpression(String name, List<Node> arguments) -> {
                out.append(name).append('(');
                printer.list(arguments);
                out.append(')');
            }
        }
    }

    void operand(Node node) {
        switch (node) {
            case Word word -> printer.print(word);
            case Qualified qualified -> printer.print(qualified);
            case Initializer initializer -> printer.print(initializer);
            case ArgumentReference reference -> printer.print(reference);
            default -> parenthesised(node);
        }
    }

    private void parenthesised(Node node) {
        out.append('(');
        printer.print(node);
        out.append(')');
    }

    private void literal(Literal literal) {
        LiteralStyle style = literal.type() instanceof Builtin builtin ? builtin.style() : LiteralStyle.CAST;
        boolean known = !literal.negative()
                && (literal.digits().equals("0") || literal.digits().equals("1"));
        if (style == LiteralStyle.BOOLEAN && known) {
            out.append(literal.digits().equals("1") ? "true" : "false");
            return;
        }
        if (style != LiteralStyle.SUFFIX) {
            parenthesised(literal.type());
        }
        out.append(literal.negative() ? "-" : "");
        if (style == LiteralStyle.BITS) {
            out.append('[').append(literal.digits()).append(']');
        } else {
            out.append(literal.digits());
        }
        if (style == LiteralStyle.SUFFIX && literal.type() instanceof Builtin builtin) {
            out.append(BuiltinTypes.literalSuffix(builtin));
        }
    }

    private void prefix(Operator operator, Node operand) {
        out.append(operator.symbol());
        switch (operator.code()) {
            case "gs" -> printer.print(operand);
            case "st", "nx", "ti", "te" -> parenthesised(operand);
            case "ad" ->
                operand(isPlainMethod(operand) && operand instanceof Function method ? method.name() : operand);
            default -> operand(operand);
        }
    }

    /// The address of a method is written by its name alone, unless the method is qualified.
    private static boolean isPlainMethod(Node node) {
        return node instanceof Function(Qualified name, TypeNode.FunctionType type)
                && type.suffixes().isEmpty();
    }

    /// A greater-than sign gets parentheses of its own, for it would end a list of template arguments.
    private void infix(Operator operator, Node left, Node right) {
        boolean greater = operator.code().equals("gt");
        out.append(greater ? "(" : "");
        operand(left);
        out.append(operator.symbol());
        operand(right);
        out.append(greater ? ")" : "");
    }

    private void namedCast(ExpressionNode.NamedCast cast) {
        out.append(cast.operator().symbol()).append('<');
        printer.print(cast.type());
        out.append('>');
        parenthesised(cast.operand());
    }

    private void conditional(ExpressionNode.Conditional conditional) {
        operand(conditional.condition());
        out.append('?');
        operand(conditional.whenTrue());
        out.append(" : ");
        operand(conditional.whenFalse());
    }

    private void creation(ExpressionNode.New creation) {
        out.append("new ");
        if (!creation.placement().isEmpty()) {
            out.append('(');
            printer.list(creation.placement());
            out.append(") ");
        }
        printer.print(creation.type());
        if (creation.initializer() != null) {
            operand(creation.initializer());
        }
    }

    private void initializer(@Nullable Node type, List<Node> values) {
        if (type != null) {
            printer.print(type);
        }
        out.append('{');
        printer.list(values);
        out.append('}');
    }

    private void designated(Designated designated) {
        out.append(designated.member() ? '.' : '[');
        printer.print(designated.target());
        if (designated.last() != null) {
            out.append(" ... ");
            printer.print(designated.last());
        }
        out.append(designated.member() ? "" : "]");
        if (designated.value() instanceof Designated inner) {
            printer.print(inner);
        } else {
            out.append('=');
            operand(designated.value());
        }
    }

    private void fold(ExpressionNode.Fold fold) {
        String symbol = fold.operator().symbol();
        out.append('(');
        if (fold.left() != null) {
            operand(fold.left());
            out.append(symbol);
        }
        out.append("...");
        if (fold.right() != null) {
            out.append(symbol);
            operand(fold.right());
        }
        out.append(')');
    }

    private int packSize(Node node) {
        Pack pack = printer.packs.find(node);
        return pack == null ? 0 : pack.members().size();
    }

    private int count(List<Node> arguments) {
        int count = 0;
        for (Node argument : arguments) {
            count += argument instanceof Expansion expansion ? packSize(expansion.pattern()) : 1;
        }
        return count;
    }
}
