package dev.plumb.elf.demangle;

/// A position in a mangled name. Reading past the end yields `END`; a failed expectation is [Undecodable].
final class Cursor {
    static final char END = '\0';

    private final String text;
    private int position;

    Cursor(String text, int position) {
        this.text = text;
        this.position = position;
    }

    int position() {
        return position;
    }

    void reset(int earlier) {
        position = earlier;
    }

    boolean atEnd() {
        return position >= text.length();
    }

    char peek() {
        return peek(0);
    }

    char peek(int ahead) {
        int at = position + ahead;
        return at < text.length() ? text.charAt(at) : END;
    }

    char take() {
        char c = peek();
        if (c == END) {
            throw new Undecodable("the name ends too early");
        }
        position++;
        return c;
    }

    /// The next `length` characters.
    String take(int length) {
        if (length > text.length() - position) {
            throw new Undecodable("the name ends inside an identifier");
        }
        String taken = text.substring(position, position + length);
        position += length;
        return taken;
    }

    boolean accept(char expected) {
        if (peek() != expected || expected == END) {
            return false;
        }
        position++;
        return true;
    }

    boolean accept(String expected) {
        if (!text.startsWith(expected, position)) {
            return false;
        }
        position += expected.length();
        return true;
    }

    boolean looksAt(String expected) {
        return text.startsWith(expected, position);
    }

    void expect(char expected) {
        if (!accept(expected)) {
            throw new Undecodable("expected " + expected + " at " + position);
        }
    }

    boolean atDigit() {
        return isDigit(peek());
    }

    /// A decimal number without sign.
    int number() {
        if (!atDigit()) {
            throw new Undecodable("expected a number at " + position);
        }
        long value = 0;
        while (atDigit()) {
            value = value * 10 + (take() - '0');
            if (value > Integer.MAX_VALUE) {
                throw new Undecodable("number too large at " + position);
            }
        }
        return (int) value;
    }

    /// A decimal number that `n` makes negative, as in the offsets of thunks.
    int signedNumber() {
        return accept('n') ? -number() : number();
    }

    /// The zero-based number behind `_` (0), `0_` (1), `1_` (2), as parameters and lambdas are counted.
    int compactNumber() {
        int value = accept('_') ? -1 : number();
        if (value >= 0) {
            expect('_');
        }
        if (value == Integer.MAX_VALUE) {
            throw new Undecodable("number too large at " + position);
        }
        return value + 1;
    }

    /// A length and as many characters.
    String identifier() {
        int length = number();
        if (length == 0) {
            throw new Undecodable("empty identifier at " + position);
        }
        return take(length);
    }

    /// Whether a qualifier of a type or a method follows: `restrict`, `volatile` or `const`.
    boolean atQualifier() {
        char c = peek();
        return c == 'r' || c == 'V' || c == 'K';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isUpper(char c) {
        return c >= 'A' && c <= 'Z';
    }
}
