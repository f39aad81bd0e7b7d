package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.HeadKind;
import dev.plumb.elf.demangle.NameNode.HeadParameter;
import dev.plumb.elf.demangle.NameNode.Lambda;
import dev.plumb.elf.demangle.NameNode.UnnamedType;
import java.util.ArrayList;
import java.util.List;

/// Types without a name: lambdas (`Ul..E_`) and unnamed classes (`Ut_`).
final class ClosureParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    ClosureParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    boolean isClosure() {
        return cursor.looksAt("Ul") || cursor.looksAt("Ut");
    }

    Node closure() {
        if (cursor.accept("Ul")) {
            return lambda();
        }
        if (!cursor.accept("Ut")) {
            throw new Undecodable("unknown type without a name at " + cursor.position());
        }
        return new UnnamedType(cursor.compactNumber() + 1);
    }

    private Node lambda() {
        List<Node> head = head();
        List<Node> parameters = parser.functions.parameters();
        cursor.expect('E');
        return new Lambda(head, parameters, cursor.compactNumber() + 1);
    }

    private List<Node> head() {
        List<Node> head = new ArrayList<>();
        while (isHeadParameter()) {
            head.add(headParameter());
        }
        return head;
    }

    /// Whether a template parameter is declared here, not used.
    boolean isHeadParameter() {
        return cursor.peek() == 'T' && "ynptk".indexOf(cursor.peek(1)) >= 0;
    }

    /// `Ty` a type, `Tn` a value of a type, `Tt..E` a template, `Tk` a constrained type, `Tp` a pack of any of them.
    HeadParameter headParameter() {
        parser.enter();
        cursor.expect('T');
        HeadParameter parameter = switch (cursor.take()) {
            case 'y' -> new HeadParameter(HeadKind.TYPE, null, List.of(), false);
            case 'n' -> new HeadParameter(HeadKind.VALUE, parser.types.type(), List.of(), false);
            case 't' -> templateParameter();
            case 'k' -> constrained();
            case 'p' -> {
                HeadParameter single = headParameter();
                yield new HeadParameter(single.kind(), single.type(), single.inner(), true);
            }
            default -> throw new Undecodable("unknown template parameter at " + cursor.position());
        };
        parser.leave();
        return parameter;
    }

    private HeadParameter templateParameter() {
        List<Node> inner = head();
        cursor.expect('E');
        return new HeadParameter(HeadKind.TEMPLATE, null, inner, false);
    }

    /// A type parameter behind the name of its concept, which is not shown.
    private HeadParameter constrained() {
        parser.names.name();
        return new HeadParameter(HeadKind.TYPE, null, List.of(), false);
    }
}
