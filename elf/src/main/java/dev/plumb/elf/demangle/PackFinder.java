package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.TypeNode.FunctionType;
import dev.plumb.elf.demangle.TypeNode.Pack;
import dev.plumb.elf.demangle.TypeNode.Parameter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the pack that an expansion repeats its pattern for.
final class PackFinder {
    private final ItaniumPrinter printer;

    PackFinder(ItaniumPrinter printer) {
        this.printer = printer;
    }

    /// The first template parameter in the pattern that stands for a pack, in the order they are printed.
    @Nullable
    Pack find(Node node) {
        printer.out.enter();
        Pack found = null;
        if (node instanceof Parameter parameter) {
            found = printer.lookUp(parameter) instanceof Pack pack ? pack : null;
        } else {
            for (Node child : children(node)) {
                found = find(child);
                if (found != null) {
                    break;
                }
            }
        }
        printer.out.leave();
        return found;
    }

    private static List<Node> children(Node node) {
        return switch (node) {
            case NameNode name -> ofName(name);
            case TypeNode type -> ofType(type);
            case ExpressionNode expression -> ofExpression(expression);
        };
    }

    private static List<Node> ofName(NameNode node) {
        return switch (node) {
            case NameNode.Qualified(Node scope, Node name) -> List.of(scope, name);
            case NameNode.Template(Node name, List<Node> arguments) -> joined(Stream.of(name), arguments);
            case NameNode.Local(Node function, Node entity) -> List.of(function, entity);
            case NameNode.Function(Node name, FunctionType type) -> List.of(name, type);
            case NameNode.Method method -> List.of(method.name());
            case NameNode.Conversion conversion -> List.of(conversion.type());
            case NameNode.Structor structor -> List.of(structor.className());
            default -> List.of();
        };
    }

    private static List<Node> ofType(TypeNode node) {
        return switch (node) {
            case TypeNode.CvQualified qualified -> List.of(qualified.type());
            case TypeNode.Modified(Node type, Node word) -> List.of(type, word);
            case TypeNode.Pointer pointer -> List.of(pointer.target());
            case TypeNode.MemberPointer(Node owner, Node member) -> List.of(owner, member);
            case TypeNode.Array(Node dimension, Node element) -> present(dimension, element);
            case TypeNode.Vector(Node dimension, Node element) -> List.of(dimension, element);
            case FunctionType function -> joined(Stream.ofNullable(function.result()), function.parameters());
            case TypeNode.Decltype decltype -> List.of(decltype.expression());
            case TypeNode.NoexceptIf noexcept -> List.of(noexcept.condition());
            case TypeNode.Throws exceptions -> exceptions.types();
            case Pack pack -> pack.members();
            case TypeNode.Builtin builtin -> List.of();
            case Parameter parameter -> List.of();
            case TypeNode.Expansion inner -> List.of(); // it repeats its own pack
        };
    }

    private static List<Node> ofExpression(ExpressionNode node) {
        return switch (node) {
            case ExpressionNode.Literal literal -> List.of(literal.type());
            case ExpressionNode.ArgumentReference reference -> List.of();
            case ExpressionNode.Prefix prefix -> List.of(prefix.operand());
            case ExpressionNode.Postfix postfix -> List.of(postfix.operand());
            case ExpressionNode.Cast(Node type, Node operand) -> List.of(type, operand);
            case ExpressionNode.NamedCast cast -> List.of(cast.type(), cast.operand());
            case ExpressionNode.Infix infix -> List.of(infix.left(), infix.right());
            case ExpressionNode.Index(Node array, Node index) -> List.of(array, index);
            case ExpressionNode.Call(Node function, Node arguments) -> List.of(function, arguments);
            case ExpressionNode.Arguments arguments -> arguments.values();
            case ExpressionNode.Conditional(Node condition, Node yes, Node no) -> List.of(condition, yes, no);
            case ExpressionNode.New created ->
                joined(created.placement().stream(), present(created.type(), created.initializer()));
            case ExpressionNode.Initializer(Node type, List<Node> values) -> joined(Stream.ofNullable(type), values);
            case ExpressionNode.Designated designated -> List.of(designated.target(), designated.value());
            case ExpressionNode.Fold fold -> present(fold.left(), fold.right());
            case ExpressionNode.PackSize size -> List.of(size.pack());
            case ExpressionNode.ArgumentCount count -> count.arguments();
            case ExpressionNode.VendorExpression vendor -> vendor.arguments();
        };
    }

    private static List<Node> present(@Nullable Node first, @Nullable Node second) {
        return Stream.concat(Stream.ofNullable(first), Stream.ofNullable(second))
                .toList();
    }

    private static List<Node> joined(Stream<Node> first, List<Node> rest) {
        return Stream.concat(first, rest.stream()).toList();
    }
}
