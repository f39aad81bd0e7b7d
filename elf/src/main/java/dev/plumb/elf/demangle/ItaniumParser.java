package dev.plumb.elf.demangle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a name mangled by the Itanium C++ ABI into a graph of [Node]s; holds what the parsers of its parts share.
///
/// The name is `_Z`, an encoding, and the suffixes of clones: `_ZN3Foo3barEi.isra.0`.
final class ItaniumParser {
    /// Deeper than any name a compiler emits, and shallow enough for the stack of any thread.
    private static final int MAX_DEPTH = 320;

    /// A conversion operator makes the parser look ahead; nested ones would double the work each.
    private static final int MAX_STEPS = 200_000;

    final Cursor cursor;
    final NameParser names;
    final TypeParser types;
    final FunctionTypeParser functions;
    final TemplateParser templates;
    final ExpressionParser expressions;
    final OperatorExpressionParser operators;
    final ClosureParser closures;
    final SpecialNameParser specials;
    final SubstitutionParser substitutions;

    /// The identifier read last, which constructors and destructors repeat.
    @Nullable
    Node lastName;

    private int depth;
    private int steps;

    ItaniumParser(Cursor cursor) {
        this.cursor = cursor;
        this.names = new NameParser(this);
        this.types = new TypeParser(this);
        this.functions = new FunctionTypeParser(this);
        this.templates = new TemplateParser(this);
        this.expressions = new ExpressionParser(this);
        this.operators = new OperatorExpressionParser(this);
        this.closures = new ClosureParser(this);
        this.specials = new SpecialNameParser(this);
        this.substitutions = new SubstitutionParser(this);
    }

    /// The whole name, from behind its `_Z`.
    Node parse() {
        Node node = names.encoding(true);
        while (cursor.peek() == '.') {
            node = new NameNode.Clone(node, cloneSuffix());
        }
        if (!cursor.atEnd()) {
            throw new Undecodable("more text at " + cursor.position());
        }
        return node;
    }

    /// `.cold`, `.isra.0`, `.123`: a word, then numbers.
    private String cloneSuffix() {
        StringBuilder suffix = new StringBuilder();
        suffix.append(cursor.take());
        while (isCloneLetter(cursor.peek())) {
            suffix.append(cursor.take());
        }
        if (suffix.length() == 1) {
            throw new Undecodable("unknown suffix at " + cursor.position());
        }
        while (cursor.peek() == '.' && Cursor.isDigit(cursor.peek(1))) {
            suffix.append(cursor.take());
            while (cursor.atDigit()) {
                suffix.append(cursor.take());
            }
        }
        return suffix.toString();
    }

    private static boolean isCloneLetter(char c) {
        return Cursor.isLower(c) || Cursor.isDigit(c) || c == '_';
    }

    /// Counts one more level of nesting; every recursion of the grammar passes through here.
    void enter() {
        if (++depth > MAX_DEPTH || ++steps > MAX_STEPS) {
            throw new Undecodable("nested too deeply");
        }
    }

    void leave() {
        depth--;
    }

    /// Types up to the `E` that ends them.
    List<Node> typesUntilEnd() {
        List<Node> list = new ArrayList<>();
        while (!cursor.accept('E')) {
            list.add(types.type());
        }
        return list;
    }

    /// Expressions up to the `E` that ends them.
    List<Node> expressionsUntilEnd() {
        List<Node> list = new ArrayList<>();
        while (!cursor.accept('E')) {
            list.add(expressions.expression());
        }
        return list;
    }
}
