package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.NameNode.StandardName;
import dev.plumb.elf.demangle.NameNode.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// References to what was read before (`S_`, `S0_`, `S1Z_`) and abbreviations of the standard library (`St`, `Ss`).
final class SubstitutionParser {
    static final Word STD = new Word("std");

    private record Abbreviation(String brief, String full, String simple) {}

    private static final Map<Character, Abbreviation> ABBREVIATIONS = Map.of(
            'a', new Abbreviation("std::allocator", "std::allocator", "allocator"),
            'b', new Abbreviation("std::basic_string", "std::basic_string", "basic_string"),
            's', stream("std::string", "basic_string", ", std::allocator<char>"),
            'i', stream("std::istream", "basic_istream", ""),
            'o', stream("std::ostream", "basic_ostream", ""),
            'd', stream("std::iostream", "basic_iostream", ""));

    private final ItaniumParser parser;
    private final Cursor cursor;
    private final List<Node> earlier = new ArrayList<>();

    SubstitutionParser(ItaniumParser parser) {
        this.parser = parser;
        this.cursor = parser.cursor;
    }

    /// Remembers a part that later parts may refer to.
    Node add(Node node) {
        earlier.add(node);
        return node;
    }

    int size() {
        return earlier.size();
    }

    /// Forgets what was added since there were `size` parts.
    void truncate(int size) {
        earlier.subList(size, earlier.size()).clear();
    }

    /// One reference or abbreviation; `St` yields the namespace alone.
    Node substitution(boolean inPrefix) {
        cursor.expect('S');
        char c = cursor.peek();
        if (c == '_' || Cursor.isDigit(c) || Cursor.isUpper(c)) {
            int index = sequenceNumber();
            if (index >= earlier.size()) {
                throw new Undecodable("reference to nothing at " + cursor.position());
            }
            return earlier.get(index);
        }
        cursor.take();
        return c == 't' ? STD : abbreviation(c, inPrefix);
    }

    private Node abbreviation(char c, boolean inPrefix) {
        Abbreviation abbreviation = ABBREVIATIONS.get(c);
        if (abbreviation == null) {
            throw new Undecodable("unknown abbreviation S" + c);
        }
        parser.lastName = new Word(abbreviation.simple);
        char next = cursor.peek();
        boolean structorFollows = inPrefix && (next == 'C' || next == 'D');
        Node name =
                structorFollows ? new Word(abbreviation.full) : new StandardName(abbreviation.brief, abbreviation.full);
        return next == 'B' ? add(parser.names.tags(name)) : name;
    }

    /// `_` is 0, `0_` is 1, then in base 36.
    private int sequenceNumber() {
        if (cursor.accept('_')) {
            return 0;
        }
        int value = 0;
        while (!cursor.accept('_')) {
            int digit = Character.digit(cursor.take(), 36);
            value = value * 36 + digit;
            if (digit < 0 || value > 1_000_000) {
                throw new Undecodable("bad reference at " + cursor.position());
            }
        }
        return value + 1;
    }

    private static Abbreviation stream(String brief, String simple, String lastArgument) {
        String full = "std::" + simple + "<char, std::char_traits<char>" + lastArgument + " >";
        return new Abbreviation(brief, full, simple);
    }
}
