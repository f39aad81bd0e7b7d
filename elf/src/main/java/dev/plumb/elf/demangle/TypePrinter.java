package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.Lambda;
import dev.plumb.elf.demangle.TypeNode.Array;
import dev.plumb.elf.demangle.TypeNode.CvQualified;
import dev.plumb.elf.demangle.TypeNode.FunctionType;
import dev.plumb.elf.demangle.TypeNode.MemberPointer;
import dev.plumb.elf.demangle.TypeNode.Modified;
import dev.plumb.elf.demangle.TypeNode.Parameter;
import dev.plumb.elf.demangle.TypeNode.Pointer;
import dev.plumb.elf.demangle.TypeNode.PointerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes types. A declarator has two sides, `void (*` and `)(int)`, with the name, if any, in between.
final class TypePrinter {
    private final ItaniumPrinter printer;
    private final Output out;

    TypePrinter(ItaniumPrinter printer) {
        this.printer = printer;
        this.out = printer.out;
    }

    /// A type with its parameter replaced, and the scope that holds inside it.
    private record Resolved(Node node, @Nullable Scope scope) {}

    /// A pointer after references to references have become one.
    private record Collapsed(Resolved target, PointerKind kind) {}

    /// A type without its qualifiers, each of which is kept once, the outermost last.
    private record Stripped(Resolved base, List<String> qualifiers) {}

    void left(Node node) {
        out.enter();
        switch (node) {
            case CvQualified qualified -> qualifiedLeft(qualified);
            case Pointer pointer -> pointerLeft(pointer);
            case MemberPointer pointer -> memberPointerLeft(pointer);
            case Array array -> left(array.element());
            case FunctionType function -> functionLeft(function);
            case Parameter parameter -> parameterLeft(parameter);
            case Modified(Node type, Node word) -> {
                left(type);
                out.append(' ');
                printer.print(word);
            }
            case TypeNode type -> simple(type);
            case NameNode name -> printer.print(name);
            case ExpressionNode expression -> printer.print(expression);
        }
        out.leave();
    }

    private void simple(TypeNode node) {
        switch (node) {
            case TypeNode.Builtin builtin -> out.append(builtin.name());
            case TypeNode.Vector(Node dimension, Node element) -> {
                printer.print(element);
                enclosed(" __vector(", dimension);
            }
            case TypeNode.NoexceptIf noexcept -> enclosed("noexcept(", noexcept.condition());
            case TypeNode.Throws exceptions -> {
                out.append("throw(");
                printer.list(exceptions.types());
                out.append(')');
            }
            case TypeNode.Decltype decltype -> enclosed("decltype (", decltype.expression());
            case TypeNode.Pack pack -> printer.list(pack.members());
            case TypeNode.Expansion expansion -> printer.expand(expansion.pattern());
            default -> throw new IllegalStateException("not a simple type: " + node);
        }
    }

    private void enclosed(String opening, Node inner) {
        out.append(opening);
        printer.print(inner);
        out.append(')');
    }

    void right(Node node) {
        out.enter();
        switch (node) {
            case CvQualified qualified -> qualifiedRight(qualified);
            case Pointer pointer -> closeParenthesis(collapse(pointer).target);
            case MemberPointer pointer -> closeParenthesis(resolve(pointer.member()));
            case Modified modified -> right(modified.type());
            case Array array -> arrayRight(array);
            case FunctionType function -> functionRight(function);
            case Parameter parameter when printer.currentLambda == null -> inScope(resolve(parameter), this::right);
            case Node other -> {}
        }
        out.leave();
    }

    private void functionLeft(FunctionType function) {
        if (function.result() != null) {
            left(function.result());
            if (!hasRight(function.result())) {
                out.append(' ');
            }
        }
    }

    private void functionRight(FunctionType function) {
        out.append('(');
        printer.list(function.parameters());
        out.append(')');
        suffixes(function.suffixes());
        if (function.result() != null) {
            right(function.result());
        }
    }

    /// What follows the parameters of a function.
    void suffixes(List<Node> suffixes) {
        for (Node suffix : suffixes) {
            out.append(' ');
            printer.print(suffix);
        }
    }

    private void arrayRight(Array array) {
        out.append(out.lastChar() == ']' ? "[" : " [");
        if (array.dimension() != null) {
            printer.print(array.dimension());
        }
        out.append(']');
        right(array.element());
    }

    private void pointerLeft(Pointer pointer) {
        Collapsed collapsed = collapse(pointer);
        inScope(collapsed.target, this::left);
        openParenthesis(collapsed.target, false);
        out.append(collapsed.kind.symbol);
    }

    private void memberPointerLeft(MemberPointer pointer) {
        Resolved member = resolve(pointer.member());
        inScope(member, this::left);
        openParenthesis(member, true);
        if (out.lastChar() != '(') {
            out.append(' ');
        }
        printer.print(pointer.owner());
        out.append("::*");
    }

    private void openParenthesis(Resolved target, boolean spaced) {
        switch (strip(target).base.node) {
            case Array array -> out.append(" (");
            case FunctionType function when target.node == function -> openFunction(spaced);
            default -> {}
        }
    }

    /// No blank parts nested declarators: `void (*(*)(int))(char)`.
    private void openFunction(boolean spaced) {
        char last = out.lastChar();
        if ((spaced || (last != '(' && last != '*')) && last != ' ') {
            out.append(' ');
        }
        out.append('(');
    }

    private void closeParenthesis(Resolved target) {
        Node base = strip(target).base.node;
        if (base instanceof Array || (base == target.node && base instanceof FunctionType)) {
            out.append(')');
        }
        inScope(target, this::right);
    }

    /// Qualifiers of an array are its elements'; those of a function, which only a template can make, are in
    /// parentheses.
    private void qualifiedLeft(CvQualified qualified) {
        Stripped stripped = strip(new Resolved(qualified, printer.scope));
        inScope(stripped.base, this::left);
        if (stripped.base.node instanceof FunctionType) {
            openFunction(false);
        }
        for (String qualifier : stripped.qualifiers) {
            out.append(' ').append(qualifier);
        }
    }

    private void qualifiedRight(CvQualified qualified) {
        Stripped stripped = strip(new Resolved(qualified, printer.scope));
        if (stripped.base.node instanceof FunctionType) {
            out.append(')');
        }
        inScope(stripped.base, this::right);
    }

    private void parameterLeft(Parameter parameter) {
        Lambda lambda = printer.currentLambda;
        if (lambda != null) {
            out.append(LambdaPrinter.parameterName(lambda, parameter.index()));
        } else {
            inScope(resolve(parameter), this::left);
        }
    }

    private boolean hasRight(Node node) {
        out.step();
        return hasRight(resolve(node));
    }

    private boolean hasRight(Resolved resolved) {
        Scope outer = printer.scope;
        printer.scope = resolved.scope;
        boolean has = switch (resolved.node) {
            case Array array -> true;
            case FunctionType function -> true;
            case Pointer pointer -> hasRight(pointer.target());
            case MemberPointer pointer -> hasRight(pointer.member());
            case CvQualified qualified -> hasRight(qualified.type());
            case Modified modified -> hasRight(modified.type());
            default -> false;
        };
        printer.scope = outer;
        return has;
    }

    private Resolved resolve(Node node) {
        return resolve(new Resolved(node, printer.scope));
    }

    private Resolved resolve(Resolved start) {
        Resolved resolved = start;
        Scope outer = printer.scope;
        while (resolved.node instanceof Parameter parameter && printer.currentLambda == null) {
            out.step();
            printer.scope = resolved.scope;
            Node argument = printer.argument(parameter);
            resolved = new Resolved(argument, resolved.scope == null ? null : resolved.scope.outer());
        }
        printer.scope = outer;
        return resolved;
    }

    private Stripped strip(Resolved start) {
        List<String> qualifiers = new ArrayList<>();
        Resolved base = resolve(start);
        while (base.node instanceof CvQualified(Node type, String qualifier)) {
            out.step();
            if (!qualifiers.contains(qualifier)) {
                qualifiers.addFirst(qualifier);
            }
            base = resolve(new Resolved(type, base.scope));
        }
        return new Stripped(base, qualifiers);
    }

    /// A reference to a reference is one reference, and `&&` only if both are.
    private Collapsed collapse(Pointer pointer) {
        Resolved target = resolve(pointer.target());
        PointerKind kind = pointer.kind();
        while (kind != PointerKind.POINTER
                && target.node instanceof Pointer inner
                && inner.kind() != PointerKind.POINTER) {
            out.step();
            kind = inner.kind() == PointerKind.REFERENCE ? PointerKind.REFERENCE : kind;
            target = resolve(new Resolved(inner.target(), target.scope));
        }
        return new Collapsed(target, kind);
    }

    private void inScope(Resolved resolved, Consumer<Node> action) {
        Scope outer = printer.scope;
        printer.scope = resolved.scope;
        action.accept(resolved.node);
        printer.scope = outer;
    }
}
