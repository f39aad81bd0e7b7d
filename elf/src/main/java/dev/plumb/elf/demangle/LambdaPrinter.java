package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.HeadParameter;
import dev.plumb.elf.demangle.NameNode.Lambda;
import java.util.List;

/// Writes lambdas: `{lambda<typename $T0>($T0, auto:2)#1}`.
final class LambdaPrinter {
    private final ItaniumPrinter printer;
    private final Output out;

    LambdaPrinter(ItaniumPrinter printer) {
        this.printer = printer;
        this.out = printer.out;
    }

    void lambda(Lambda lambda) {
        Lambda outer = printer.currentLambda;
        printer.currentLambda = lambda;
        out.append("{lambda");
        if (!lambda.head().isEmpty()) {
            head(lambda.head());
        }
        out.append('(');
        printer.list(lambda.parameters());
        out.append(")#" + lambda.number() + "}");
        printer.currentLambda = outer;
    }

    private void head(List<Node> head) {
        out.append('<');
        for (int i = 0; i < head.size(); i++) {
            out.append(i > 0 ? ", " : "");
            if (head.get(i) instanceof HeadParameter parameter) {
                declaration(parameter, " " + name(parameter, i));
            }
        }
        out.append('>');
    }

    void declaration(HeadParameter parameter, String name) {
        switch (parameter.kind()) {
            case TYPE -> out.append("typename");
            case TEMPLATE -> {
                out.append("template<");
                printer.list(parameter.inner());
                out.append("> typename");
            }
            case VALUE -> {
                if (parameter.type() != null) {
                    printer.print(parameter.type());
                }
            }
        }
        out.append(parameter.pack() ? "..." : "").append(name);
    }

    /// How a template parameter of the lambda is called: it has no name in the symbol.
    static String parameterName(Lambda lambda, int index) {
        if (index < lambda.head().size() && lambda.head().get(index) instanceof HeadParameter parameter) {
            return name(parameter, index);
        }
        return "auto:" + (index + 1);
    }

    private static String name(HeadParameter parameter, int index) {
        return "$" + parameter.kind().letters + index;
    }
}
