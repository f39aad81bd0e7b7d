package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.Lambda;
import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.TypeNode.Pack;
import dev.plumb.elf.demangle.TypeNode.Parameter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a decoded C++ name as c++filt does; holds what the printers of its parts share.
///
/// Template parameters are looked up while printing, because the same part can be reached in different scopes.
final class ItaniumPrinter {
    final Output out = new Output();
    final Detail detail;
    final NamePrinter names = new NamePrinter(this);
    final TypePrinter types = new TypePrinter(this);
    final ExpressionPrinter expressions = new ExpressionPrinter(this);
    final PackFinder packs = new PackFinder(this);

    @Nullable
    Scope scope;

    /// The template whose name is being printed: a conversion operator takes its parameters from there.
    @Nullable
    Template currentTemplate;

    /// The lambda whose parameters are being printed: template parameters there are the lambda's own.
    @Nullable
    Lambda currentLambda;

    /// Which member of a pack to print, or -1 outside of expansions.
    int packIndex = -1;

    ItaniumPrinter(Detail detail) {
        this.detail = detail;
    }

    String text(Node node) {
        print(node);
        return out.toString();
    }

    void print(Node node) {
        out.enter();
        switch (node) {
            case NameNode name -> names.print(name);
            case ExpressionNode expression -> expressions.print(expression);
            case TypeNode type -> {
                types.left(type);
                types.right(type);
            }
        }
        out.leave();
    }

    /// A list with commas. An empty pack leaves its comma behind, except at the end.
    void list(List<Node> nodes) {
        int end = out.length();
        for (int i = 0; i < nodes.size(); i++) {
            if (i > 0) {
                out.append(", ");
            }
            int start = out.length();
            print(nodes.get(i));
            if (out.length() > start) {
                end = out.length();
            }
        }
        out.truncate(end);
    }

    /// What a template parameter stands for here: one member of a pack inside its expansion, the whole pack elsewhere.
    Node argument(Parameter parameter) {
        Node argument = lookUp(parameter);
        if (!(argument instanceof Pack pack) || packIndex < 0) {
            return argument;
        }
        if (packIndex >= pack.members().size()) {
            throw new Undecodable("packs of different sizes in one expansion");
        }
        return pack.members().get(packIndex);
    }

    Node lookUp(Parameter parameter) {
        if (scope == null || parameter.index() >= scope.arguments().size()) {
            throw new Undecodable("template parameter without an argument");
        }
        return scope.arguments().get(parameter.index());
    }

    /// Prints the members of the pack in a pattern one by one, or the pattern and dots if it holds no known pack.
    void expand(Node pattern) {
        Pack pack = currentLambda == null ? packs.find(pattern) : null;
        if (pack == null) {
            expressions.operand(pattern);
            out.append("...");
            return;
        }
        int outerIndex = packIndex;
        for (int i = 0; i < pack.members().size(); i++) {
            if (i > 0) {
                out.append(", ");
            }
            packIndex = i;
            print(pattern);
        }
        packIndex = outerIndex;
    }
}
