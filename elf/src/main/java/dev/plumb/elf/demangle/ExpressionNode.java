package dev.plumb.elf.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Expressions inside template arguments, array bounds and `decltype`.
sealed interface ExpressionNode extends Node {
    /// A value of a type, by the digits or bits it was mangled with.
    record Literal(Node type, boolean negative, String digits) implements ExpressionNode {}

    /// `{parm#number}`; number 0 is `this`.
    record ArgumentReference(int number) implements ExpressionNode {}

    /// An operator before its operand.
    record Prefix(Operator operator, Node operand) implements ExpressionNode {}

    /// An operator behind its operand.
    record Postfix(Operator operator, Node operand) implements ExpressionNode {}

    /// `(type)operand`; the operand is [Arguments] if there is not exactly one.
    record Cast(Node type, Node operand) implements ExpressionNode {}

    /// `static_cast<type>(operand)` and its kin.
    record NamedCast(Operator operator, Node type, Node operand) implements ExpressionNode {}

    /// An operator between its operands.
    record Infix(Operator operator, Node left, Node right) implements ExpressionNode {}

    /// `array[index]`.
    record Index(Node array, Node index) implements ExpressionNode {}

    /// `function(arguments)`.
    record Call(Node function, Arguments arguments) implements ExpressionNode {}

    /// A list in parentheses.
    record Arguments(List<Node> values) implements ExpressionNode {}

    /// `condition ? whenTrue : whenFalse`.
    record Conditional(Node condition, Node whenTrue, Node whenFalse) implements ExpressionNode {}

    /// `new (placement) type(initializer)`.
    record New(List<Node> placement, Node type, @Nullable Node initializer) implements ExpressionNode {}

    /// `type{values}`.
    record Initializer(@Nullable Node type, List<Node> values) implements ExpressionNode {}

    /// `.member=value`, `[index]=value`, `[index ... last]=value`.
    record Designated(Node target, boolean member, @Nullable Node last, Node value) implements ExpressionNode {}

    /// `(...+right)`, `(left+...)`, `(left+...+right)`.
    record Fold(
            Operator operator,
            @Nullable Node left,
            @Nullable Node right) implements ExpressionNode {}

    /// How many members a pack has.
    record PackSize(Node pack) implements ExpressionNode {}

    /// How many arguments there are, those that are packs counted as one.
    record ArgumentCount(List<Node> arguments) implements ExpressionNode {}

    /// `name(arguments)` of an extension of a vendor.
    record VendorExpression(String name, List<Node> arguments) implements ExpressionNode {}
}
