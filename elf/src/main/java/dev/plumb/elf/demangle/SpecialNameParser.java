package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.ConstructionTable;
import dev.plumb.elf.demangle.NameNode.Special;

/// What compilers emit beside the functions and variables of a program: tables, thunks, guards.
final class SpecialNameParser {
    private final ItaniumParser parser;
    private final Cursor cursor;

    SpecialNameParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    Node special() {
        return cursor.take() == 'T' ? tableOrThunk() : guard();
    }

    private Node tableOrThunk() {
        char kind = cursor.take();
        return switch (kind) {
            case 'V' -> ofType("vtable for ");
            case 'T' -> ofType("VTT for ");
            case 'I' -> ofType("typeinfo for ");
            case 'S' -> ofType("typeinfo name for ");
            case 'F' -> ofType("typeinfo fn for ");
            case 'J' -> ofType("java Class for ");
            case 'C' -> constructionTable();
            case 'H' -> new Special("TLS init function for ", parser.names.name());
            case 'W' -> new Special("TLS wrapper function for ", parser.names.name());
            case 'A' -> templateParameterObject();
            case 'h', 'v' -> {
                offset(kind);
                yield ofEncoding(kind == 'h' ? "non-virtual thunk to " : "virtual thunk to ");
            }
            case 'c' -> {
                offset(cursor.take());
                offset(cursor.take());
                yield ofEncoding("covariant return thunk to ");
            }
            default -> throw new Undecodable("unknown special name T" + kind);
        };
    }

    private Node guard() {
        char kind = cursor.take();
        return switch (kind) {
            case 'V' -> new Special("guard variable for ", parser.names.name());
            case 'R' -> referenceTemporary();
            case 'A' -> ofEncoding("hidden alias for ");
            case 'I' -> new Special("initializer for module ", parser.names.module());
            case 'T' ->
                cursor.take() == 'n' ? ofEncoding("non-transaction clone for ") : ofEncoding("transaction clone for ");
            default -> throw new Undecodable("unknown special name G" + kind);
        };
    }

    private Node ofType(String prefix) {
        return new Special(prefix, parser.types.type());
    }

    private Node ofEncoding(String prefix) {
        return new Special(prefix, parser.names.encoding(true));
    }

    private Node constructionTable() {
        Node derived = parser.types.type();
        cursor.signedNumber();
        cursor.expect('_');
        return new ConstructionTable(parser.types.type(), derived);
    }

    private Node templateParameterObject() {
        cursor.expect('X');
        Node value = parser.expressions.expression();
        cursor.expect('E');
        return new Special("template parameter object for ", value);
    }

    /// The number is `_` for the first, `0_` for the second; old compilers end the name with a plain number instead.
    private Node referenceTemporary() {
        Node name = parser.names.name();
        int number = 0;
        if (cursor.atDigit()) {
            number = cursor.number() + (cursor.accept('_') ? 1 : 0);
        } else {
            cursor.accept('_');
        }
        return new Special("reference temporary #" + number + " for ", name);
    }

    /// `h`, an offset and `_`; or `v`, two offsets and `_` behind each.
    private void offset(char kind) {
        if (kind != 'h' && kind != 'v') {
            throw new Undecodable("unknown offset " + kind);
        }
        cursor.signedNumber();
        cursor.expect('_');
        if (kind == 'v') {
            cursor.signedNumber();
            cursor.expect('_');
        }
    }
}
