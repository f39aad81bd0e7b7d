package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Parameter;
import java.util.StringJoiner;

/// Writes types as C would declare them, from the name outwards; what would get too long or too deep becomes `...`.
final class CPrinter {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_CHARACTERS = 4096;

    private final Btf btf;
    private int left = MAX_CHARACTERS;

    CPrinter(Btf btf) {
        this.btf = btf;
    }

    /// Declares a name of a type: `char comm[16]`. With an empty name it is the type alone: `char[16]`.
    String declare(int id, String name) {
        return declare(id, name, 0);
    }

    private String declare(int id, String inner, int depth) {
        if (depth > MAX_DEPTH || left < 0) {
            return join("...", inner);
        }
        BtfType type = btf.type(id);
        left -= type.name().length() + 8;
        return switch (type) {
            case BtfType.Void none -> join("void", inner);
            case BtfType.Struct struct -> join(tagged("struct", struct.name()), inner);
            case BtfType.Union union -> join(tagged("union", union.name()), inner);
            case BtfType.Enumeration constants -> join(tagged("enum", constants.name()), inner);
            case BtfType.Forward forward -> join((forward.union() ? "union " : "struct ") + forward.name(), inner);
            case BtfType.Pointer pointer -> declare(pointer.target(), pointerTo(pointer.target(), inner), depth + 1);
            case BtfType.Array array -> declare(array.element(), inner + "[" + count(array) + "]", depth + 1);
            case BtfType.FunctionPrototype prototype ->
                declare(prototype.returnType(), inner + parameters(prototype, depth), depth + 1);
            case BtfType.Function function -> declare(function.prototype(), function.name(), depth + 1);
            case BtfType.Variable variable -> declare(variable.type(), variable.name(), depth + 1);
            case BtfType.Const modifier -> qualified("const", modifier.target(), inner, depth);
            case BtfType.Volatile modifier -> qualified("volatile", modifier.target(), inner, depth);
            case BtfType.Restrict modifier -> qualified("restrict", modifier.target(), inner, depth);
            case BtfType.TypeTag tag -> declare(tag.target(), join("__" + tag.name(), inner), depth + 1);
            case BtfType.Typedef typedef -> join(typedef.name(), inner);
            case BtfType.Int number -> join(number.name(), inner);
            case BtfType.Float number -> join(number.name(), inner);
            case BtfType.DataSection section -> join(section.name(), inner);
            case BtfType.DeclTag tag -> join(tag.name(), inner);
            case BtfType.Unknown unknown -> join("<kind " + unknown.kind() + ">", inner);
        };
    }

    private String pointerTo(int target, String inner) {
        BtfType pointed = btf.type(target);
        boolean binds = pointed instanceof BtfType.Array || pointed instanceof BtfType.FunctionPrototype;
        return binds ? "(*" + inner + ")" : "*" + inner;
    }

    /// A qualifier of a pointer stands after its star, any other before the type.
    private String qualified(String qualifier, int target, String inner, int depth) {
        if (btf.type(target) instanceof BtfType.Pointer) {
            return declare(target, join(qualifier, inner), depth + 1);
        }
        return qualifier + " " + declare(target, inner, depth + 1);
    }

    private String parameters(BtfType.FunctionPrototype prototype, int depth) {
        StringJoiner text = new StringJoiner(", ", "(", ")");
        for (Parameter parameter : prototype.parameters()) {
            if (left < 0) {
                break;
            }
            left -= parameter.name().length();
            text.add(declare(parameter.type(), parameter.name(), depth + 1));
        }
        if (left < 0 || prototype.variadic()) {
            text.add("...");
        } else if (prototype.parameters().isEmpty()) {
            text.add("void");
        }
        return text.toString();
    }

    private static String count(BtfType.Array array) {
        return array.count() == 0 ? "" : Long.toString(array.count());
    }

    private static String tagged(String keyword, String name) {
        return name.isEmpty() ? keyword + " {...}" : keyword + " " + name;
    }

    private static String join(String type, String inner) {
        return inner.isEmpty() || inner.startsWith("[") ? type + inner : type + " " + inner;
    }
}
