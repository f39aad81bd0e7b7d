package dev.plumb.elf.demangle;

/// The lexical elements of Rust v0 names: identifiers, and numbers in base 62 and in hexadecimal.
final class RustReader {
    /// An identifier; `disambiguator` tells equal ones apart.
    record Identifier(String name, long disambiguator) {}

    private final Cursor cursor;

    RustReader(Cursor cursor) {
        this.cursor = cursor;
    }

    /// `_` is 0, `0_` is 1, then digits, small letters and capital letters count on. Unsigned, for crates are told
    /// apart by all 64 bits.
    long base62() {
        if (cursor.accept('_')) {
            return 0;
        }
        long value = 0;
        while (!cursor.accept('_')) {
            value = Math.unsignedMultiplyExact(value, 62L) + base62Digit(cursor.take());
        }
        return value + 1;
    }

    /// A small number in base 62.
    int smallBase62() {
        long value = base62();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new Undecodable("a number is too large");
        }
        return (int) value;
    }

    private static int base62Digit(char c) {
        if (Cursor.isDigit(c)) {
            return c - '0';
        }
        if (Cursor.isLower(c)) {
            return c - 'a' + 10;
        }
        if (Cursor.isUpper(c)) {
            return c - 'A' + 36;
        }
        throw new Undecodable("not a digit in base 62: " + c);
    }

    /// A number behind a letter, one more than it says; 0 without the letter.
    long optional(char letter) {
        return cursor.accept(letter) ? base62() + 1 : 0;
    }

    Identifier disambiguated() {
        long disambiguator = optional('s');
        return new Identifier(identifier(), disambiguator);
    }

    /// A length without leading zeros, `_` if a digit or another `_` would follow, and the characters; behind `u` they
    /// are punycode.
    String identifier() {
        boolean punycode = cursor.accept('u');
        int length = cursor.accept('0') ? 0 : cursor.number();
        cursor.accept('_');
        String text = cursor.take(length);
        if (!punycode) {
            return text;
        }
        int split = text.lastIndexOf('_');
        return Punycode.decode(split < 0 ? "" : text.substring(0, split), text.substring(split + 1));
    }

    /// Hexadecimal digits up to `_`, without leading zeros: the empty string is zero.
    String hexadecimal() {
        StringBuilder digits = new StringBuilder();
        while (!cursor.accept('_')) {
            char c = cursor.take();
            if (!Cursor.isDigit(c) && (c < 'a' || c > 'f')) {
                throw new Undecodable("not a hexadecimal digit: " + c);
            }
            if (c != '0' || !digits.isEmpty()) {
                digits.append(c);
            }
        }
        return digits.toString();
    }
}
