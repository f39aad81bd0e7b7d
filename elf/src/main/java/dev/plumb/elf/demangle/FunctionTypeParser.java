package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.Word;
import dev.plumb.elf.demangle.TypeNode.Builtin;
import dev.plumb.elf.demangle.TypeNode.FunctionType;
import dev.plumb.elf.demangle.TypeNode.NoexceptIf;
import dev.plumb.elf.demangle.TypeNode.Throws;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Types of functions, and the qualifiers of methods.
final class FunctionTypeParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    FunctionTypeParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    static String qualifier(char letter) {
        return switch (letter) {
            case 'r' -> "restrict";
            case 'V' -> "volatile";
            case 'K' -> "const";
            default -> throw new Undecodable("unknown qualifier " + letter);
        };
    }

    /// Whether a function type starts here, perhaps behind qualifiers of its own.
    boolean isFunction() {
        int ahead = 0;
        while ("rVK".indexOf(cursor.peek(ahead)) >= 0) {
            ahead++;
        }
        char c = cursor.peek(ahead);
        char next = cursor.peek(ahead + 1);
        return c == 'F' || (c == 'D' && (next == 'x' || next == 'o' || next == 'O' || next == 'w'));
    }

    /// `K` and its kin, exceptions, then `F`, the result, the parameters, `R` or `O`, and `E`.
    Node function() {
        List<Node> suffixes = qualifiers();
        while (cursor.peek() == 'D') {
            suffixes.addFirst(exceptions());
        }
        cursor.expect('F');
        cursor.accept('Y');
        FunctionType type = bare(true);
        Node reference = referenceQualifier();
        if (reference != null) {
            suffixes.add(reference);
        }
        cursor.expect('E');
        return type.withSuffixes(suffixes);
    }

    private Node exceptions() {
        cursor.expect('D');
        return switch (cursor.take()) {
            case 'x' -> new Word("transaction_safe");
            case 'o' -> new Word("noexcept");
            case 'O' -> {
                Node condition = parser.expressions.expression();
                cursor.expect('E');
                yield new NoexceptIf(condition);
            }
            case 'w' -> new Throws(parser.typesUntilEnd());
            default -> throw new Undecodable("unknown function qualifier at " + cursor.position());
        };
    }

    /// The qualifiers at the start of a nested name, in the order they are shown.
    List<Node> methodQualifiers() {
        List<Node> suffixes = qualifiers();
        Node reference = referenceQualifier();
        if (reference != null) {
            suffixes.add(reference);
        }
        return suffixes;
    }

    private List<Node> qualifiers() {
        List<Node> qualifiers = new ArrayList<>();
        while (cursor.atQualifier()) {
            qualifiers.addFirst(new Word(qualifier(cursor.take())));
        }
        return qualifiers;
    }

    private @Nullable Node referenceQualifier() {
        if (cursor.accept('R')) {
            return new Word("&");
        }
        return cursor.accept('O') ? new Word("&&") : null;
    }

    /// Result and parameters without the letters around them.
    FunctionType bare(boolean hasResult) {
        Node result = hasResult || cursor.accept('J') ? parser.types.type() : null;
        return new FunctionType(result, parameters(), List.of());
    }

    /// Parameters up to the end of the function; `v` alone stands for none.
    List<Node> parameters() {
        List<Node> parameters = new ArrayList<>();
        while (!isEnd()) {
            parameters.add(parser.types.type());
        }
        if (parameters.isEmpty()) {
            throw new Undecodable("function without parameters at " + cursor.position());
        }
        boolean none = parameters.size() == 1
                && parameters.getFirst() instanceof Builtin builtin
                && builtin.name().equals("void");
        return none ? List.of() : parameters;
    }

    private boolean isEnd() {
        char c = cursor.peek();
        return cursor.atEnd() || c == 'E' || c == '.' || c == 'Q' || ((c == 'R' || c == 'O') && cursor.peek(1) == 'E');
    }
}
