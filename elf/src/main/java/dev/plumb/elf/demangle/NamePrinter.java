package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.DefaultArgument;
import dev.plumb.elf.demangle.NameNode.Local;
import dev.plumb.elf.demangle.NameNode.Method;
import dev.plumb.elf.demangle.NameNode.Template;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes names.
final class NamePrinter {
    private final ItaniumPrinter printer;
    private final LambdaPrinter lambdas;
    private final Output out;

    NamePrinter(ItaniumPrinter printer) {
        this.printer = printer;
        this.lambdas = new LambdaPrinter(printer);
        this.out = printer.out;
    }

    void print(NameNode node) {
        switch (node) {
            case NameNode.Word word -> out.append(word.text());
            case NameNode.StandardName name -> out.append(printer.detail == Detail.FULL ? name.full() : name.brief());
            case NameNode.Qualified(Node scope, Node name) -> scoped(scope, name);
            case Local(Node function, Node entity) -> scoped(function, entity);
            case DefaultArgument(int number, Node entity) -> around("{default arg#" + (number + 1) + "}::", entity, "");
            case Template template -> template(template);
            case NameNode.Tagged(Node name, String tag) -> around("", name, "[abi:" + tag + "]");
            case NameNode.Structor(Node name, boolean destructor) -> around(destructor ? "~" : "", name, "");
            case NameNode.OperatorName name ->
                out.append("operator").append(name.operator().declaredName());
            case NameNode.NamedOperator(String keyword, String name) ->
                out.append(keyword).append(name);
            case NameNode.Conversion conversion -> conversion(conversion.type());
            case NameNode.Lambda lambda -> lambdas.lambda(lambda);
            case NameNode.HeadParameter parameter -> lambdas.declaration(parameter, "");
            case NameNode.UnnamedType type -> out.append("{unnamed type#" + type.number() + "}");
            case Method(Node name, List<Node> suffixes) -> {
                printer.print(name);
                printer.types.suffixes(suffixes);
            }
            case NameNode.Function function -> function(function);
            case NameNode.Module module -> module(module);
            case NameNode.InModule(Node name, NameNode.Module module) -> {
                around("", name, "@");
                module(module);
            }
            case NameNode.StructuredBinding binding -> structuredBinding(binding);
            case NameNode.Special(String prefix, Node subject) -> around(prefix, subject, "");
            case NameNode.ConstructionTable(Node base, Node derived) -> {
                around("construction vtable for ", base, "-in-");
                printer.print(derived);
            }
            case NameNode.Clone(Node original, String suffix) -> around("", original, " [clone " + suffix + "]");
        }
    }

    private void around(String before, Node node, String after) {
        out.append(before);
        printer.print(node);
        out.append(after);
    }

    private void scoped(Node scope, Node name) {
        printer.print(scope);
        out.append("::");
        printer.print(name);
    }

    private void structuredBinding(NameNode.StructuredBinding binding) {
        out.append('[');
        printer.list(binding.names());
        out.append(']');
    }

    private void module(NameNode.Module module) {
        if (module.parent() != null) {
            module(module.parent());
        }
        if (module.partition()) {
            out.append(':');
        } else if (module.parent() != null) {
            out.append('.');
        }
        out.append(module.name());
    }

    private void template(Template template) {
        Template outer = printer.currentTemplate;
        printer.currentTemplate = template;
        printer.print(template.name());
        arguments(template.arguments());
        printer.currentTemplate = outer;
    }

    /// Keeps `<` from `<` and `>` from `>`, as C++ before 2011 wanted it.
    private void arguments(List<Node> arguments) {
        if (out.lastChar() == '<') {
            out.append(' ');
        }
        out.append('<');
        printer.list(arguments);
        if (out.lastChar() == '>') {
            out.append(' ');
        }
        out.append('>');
    }

    /// The type of a conversion may use the parameters of the very template that is being printed.
    private void conversion(Node type) {
        out.append("operator ");
        Scope outer = printer.scope;
        if (printer.currentTemplate != null) {
            printer.scope = new Scope(printer.currentTemplate.arguments(), outer);
        }
        if (type instanceof Template template) {
            printer.print(template.name());
            printer.scope = outer;
            arguments(template.arguments());
        } else {
            printer.print(type);
            printer.scope = outer;
        }
    }

    /// Result, name and parameters; the template parameters in them are those of the function's own name.
    private void function(NameNode.Function function) {
        Scope outer = printer.scope;
        Template template = templateOf(function.name());
        if (template != null) {
            printer.scope = new Scope(template.arguments(), outer);
        }
        printer.types.left(function.type());
        printer.print(function.name());
        printer.types.right(function.type());
        printer.scope = outer;
    }

    private static @Nullable Template templateOf(Node name) {
        return switch (name) {
            case Template template -> template;
            case Local local -> templateOf(local.entity());
            case DefaultArgument argument -> templateOf(argument.entity());
            case Method method -> templateOf(method.name());
            default -> null;
        };
    }
}
