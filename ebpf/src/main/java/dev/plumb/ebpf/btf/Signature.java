package dev.plumb.ebpf.btf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a function takes and returns, with the names its parameters have in the kernel's source.
///
/// @param name the function or tracepoint
/// @param parameters its parameters; a name is empty where BTF has none
/// @param returnType the id of the type it returns, 0 for void
/// @param returnTypeName the same in C
/// @param variadic whether more arguments may follow
public record Signature(
        String name, List<Parameter> parameters, int returnType, String returnTypeName, boolean variadic) {

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /// A parameter: its name, the id of its type, that type in C, and both as C declares them (`char *buf`).
    public record Parameter(String name, int type, String typeName, String declaration) {}

    static Signature of(Btf btf, String name, BtfType.FunctionPrototype prototype) {
        List<Parameter> parameters = new ArrayList<>();
        for (BtfType.Parameter parameter : prototype.parameters()) {
            parameters.add(new Parameter(
                    parameter.name(),
                    parameter.type(),
                    btf.print(parameter.type()),
                    btf.declare(parameter.type(), parameter.name())));
        }
        return new Signature(
                name, parameters, prototype.returnType(), btf.print(prototype.returnType()), prototype.variadic());
    }

    /// The same with the parameters of a signature that has as many, and the same types with names.
    Signature withNamesOf(Optional<Signature> other) {
        return other.filter(named -> named.parameters.size() == parameters.size())
                .map(named -> new Signature(name, named.parameters, returnType, returnTypeName, variadic))
                .orElse(this);
    }

    Signature withoutFirstParameter() {
        return new Signature(name, parameters.subList(1, parameters.size()), returnType, returnTypeName, variadic);
    }

    /// The declaration in C, such as `ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos)`.
    @Override
    public String toString() {
        List<String> declared = new ArrayList<>();
        parameters.forEach(parameter -> declared.add(parameter.declaration()));
        if (variadic) {
            declared.add("...");
        }
        String space = returnTypeName.endsWith("*") ? "" : " ";
        String arguments = declared.isEmpty() ? "void" : String.join(", ", declared);
        return returnTypeName + space + name + "(" + arguments + ")";
    }
}
