package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.Template;
import dev.plumb.elf.demangle.NameNode.Word;
import dev.plumb.elf.demangle.TypeNode.Array;
import dev.plumb.elf.demangle.TypeNode.CvQualified;
import dev.plumb.elf.demangle.TypeNode.Decltype;
import dev.plumb.elf.demangle.TypeNode.Expansion;
import dev.plumb.elf.demangle.TypeNode.MemberPointer;
import dev.plumb.elf.demangle.TypeNode.Modified;
import dev.plumb.elf.demangle.TypeNode.Pointer;
import dev.plumb.elf.demangle.TypeNode.PointerKind;
import dev.plumb.elf.demangle.TypeNode.Vector;
import org.jspecify.annotations.Nullable;

/// Types. All but builtin types, and references to earlier ones, can be referred to later.
final class TypeParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    /// Whether the type of a conversion operator is being read, which its template arguments may follow.
    private boolean inConversion;

    TypeParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    Node type() {
        parser.enter();
        Node type = parser.functions.isFunction() ? add(parser.functions.function()) : nonFunction();
        parser.leave();
        return type;
    }

    /// The type that a conversion operator converts to.
    Node conversionType() {
        boolean outer = inConversion;
        inConversion = true;
        Node type = type();
        inConversion = outer;
        return type;
    }

    private Node nonFunction() {
        char c = cursor.peek();
        return switch (c) {
            case 'r', 'V', 'K' -> add(qualified());
            case 'P' -> pointer(PointerKind.POINTER);
            case 'R' -> pointer(PointerKind.REFERENCE);
            case 'O' -> pointer(PointerKind.RVALUE_REFERENCE);
            case 'C' -> modified("_Complex");
            case 'G' -> modified("_Imaginary");
            case 'A' -> add(array());
            case 'M' -> add(memberPointer());
            case 'U' -> add(parser.closures.isClosure() ? parser.names.name() : vendorQualified());
            case 'T' -> templateParameter();
            case 'S' -> substitution();
            case 'D' -> extended();
            case 'u' -> vendorType();
            default -> Cursor.isLower(c) ? builtin() : add(parser.names.name());
        };
    }

    private Node add(Node type) {
        return parser.substitutions.add(type);
    }

    private Node builtin() {
        return known(BuiltinTypes.byLetter(cursor.take()));
    }

    private Node known(@Nullable Node builtin) {
        if (builtin == null) {
            throw new Undecodable("unknown type at " + cursor.position());
        }
        return builtin;
    }

    /// All qualifiers of a type count as one; the last of them stands next to the type.
    private Node qualified() {
        char letter = cursor.take();
        Node inner = cursor.atQualifier() ? qualified() : type();
        return new CvQualified(inner, FunctionTypeParser.qualifier(letter));
    }

    private Node pointer(PointerKind kind) {
        cursor.take();
        return add(new Pointer(type(), kind));
    }

    private Node modified(String word) {
        cursor.take();
        return add(new Modified(type(), new Word(word)));
    }

    private Node vendorQualified() {
        cursor.expect('U');
        Node word = new Word(cursor.identifier());
        if (cursor.peek() == 'I') {
            word = new Template(word, parser.templates.arguments());
        }
        return new Modified(type(), word);
    }

    private Node vendorType() {
        cursor.expect('u');
        Node name = new Word(cursor.identifier());
        return add(cursor.peek() == 'I' ? new Template(name, parser.templates.arguments()) : name);
    }

    private Node array() {
        cursor.expect('A');
        return new Array(dimension(), type());
    }

    private @Nullable Node dimension() {
        if (cursor.accept('_')) {
            return null;
        }
        Node dimension = cursor.atDigit() ? digits() : parser.expressions.expression();
        cursor.expect('_');
        return dimension;
    }

    private Node digits() {
        StringBuilder digits = new StringBuilder();
        while (cursor.atDigit()) {
            digits.append(cursor.take());
        }
        return new Word(digits.toString());
    }

    private Node memberPointer() {
        cursor.expect('M');
        Node owner = type();
        return new MemberPointer(owner, type());
    }

    /// A parameter, perhaps of template kind with arguments. Behind a conversion operator a single list of arguments is
    /// the operator's; only if two follow is the first the parameter's.
    private Node templateParameter() {
        Node parameter = add(parser.templates.parameter());
        if (cursor.peek() != 'I') {
            return parameter;
        }
        int start = cursor.position();
        int size = parser.substitutions.size();
        boolean ofConversion = inConversion;
        inConversion = false;
        Node template = new Template(parameter, parser.templates.arguments());
        inConversion = ofConversion;
        if (ofConversion && cursor.peek() != 'I') {
            cursor.reset(start);
            parser.substitutions.truncate(size);
            return parameter;
        }
        return add(template);
    }

    private Node substitution() {
        char next = cursor.peek(1);
        if (next == 't') {
            return add(parser.names.name());
        }
        Node name = parser.substitutions.substitution(false);
        return cursor.peek() == 'I' ? add(new Template(name, parser.templates.arguments())) : name;
    }

    /// The types behind the letter `D`.
    private Node extended() {
        switch (cursor.peek(1)) {
            case 'T', 't':
                return add(decltype());
            case 'p':
                cursor.take(2);
                return add(new Expansion(type()));
            case 'v':
                cursor.take(2);
                return add(vector());
            case 'F':
                cursor.take(2);
                return extendedFloat();
            case 'B', 'U':
                return bitInt();
            default:
                cursor.take();
                return known(BuiltinTypes.bySecondLetter(cursor.take()));
        }
    }

    Node decltype() {
        cursor.take(2);
        Node expression = parser.expressions.expression();
        cursor.expect('E');
        return new Decltype(expression);
    }

    private Node vector() {
        Node dimension;
        if (cursor.accept('_')) {
            dimension = parser.expressions.expression();
        } else {
            dimension = digits();
        }
        cursor.expect('_');
        return new Vector(dimension, type());
    }

    private Node extendedFloat() {
        int width = cursor.number();
        if (cursor.accept('b')) {
            return BuiltinTypes.bits("std::bfloat" + width + "_t");
        }
        if (cursor.accept('x')) {
            return BuiltinTypes.bits("_Float" + width + "x");
        }
        cursor.expect('_');
        return BuiltinTypes.bits("_Float" + width);
    }

    private Node bitInt() {
        String sign = cursor.take(2).equals("DU") ? "unsigned " : "";
        int width = cursor.number();
        cursor.expect('_');
        return add(BuiltinTypes.cast(sign + "_BitInt(" + width + ")"));
    }
}
