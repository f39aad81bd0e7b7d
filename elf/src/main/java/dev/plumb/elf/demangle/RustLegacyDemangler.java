package dev.plumb.elf.demangle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names of Rust as compilers mangled them before v0: a nested C++ name whose last part is a hash.
///
/// `_ZN3std2io4Read3foo17h0123456789abcdefE`; the words between dollar signs stand for what linkers do not allow.
final class RustLegacyDemangler {
    private static final int HASH_LENGTH = 17;

    /// A hash with fewer distinct digits is taken for an identifier of C++.
    private static final int MIN_DISTINCT_DIGITS = 5;

    private static final Map<String, String> ESCAPES =
            Map.of("SP", "@", "BP", "*", "RF", "&", "LT", "<", "GT", ">", "LP", "(", "RP", ")", "C", ",");

    private RustLegacyDemangler() {}

    /// The readable form of `mangled`, whose parts begin at `start`, behind the `_ZN`; null if it is no such name.
    static @Nullable String demangle(String mangled, int start, Detail detail) {
        Cursor cursor = new Cursor(mangled, start);
        StringBuilder text = new StringBuilder();
        String last = "";
        while (cursor.peek() != 'E') {
            if (!cursor.atDigit()) {
                return null;
            }
            if (!last.isEmpty()) {
                text.append(text.isEmpty() ? "" : "::").append(unescape(last));
            }
            last = cursor.identifier();
        }
        boolean ends = mangled.length() == cursor.position() + 1 || cursor.peek(1) == '.';
        if (text.isEmpty() || !ends || !isHash(last)) {
            return null;
        }
        return detail == Detail.FULL ? text.append("::").append(last).toString() : text.toString();
    }

    private static boolean isHash(String part) {
        return part.length() == HASH_LENGTH
                && part.charAt(0) == 'h'
                && part.chars().skip(1).allMatch(c -> Cursor.isDigit((char) c) || (c >= 'a' && c <= 'f'))
                && part.chars().skip(1).distinct().count() >= MIN_DISTINCT_DIGITS;
    }

    private static String unescape(String part) {
        StringBuilder text = new StringBuilder();
        int i = part.startsWith("_$") ? 1 : 0;
        while (i < part.length()) {
            int end = part.charAt(i) == '$' ? part.indexOf('$', i + 1) : -1;
            String replacement = end < 0 ? null : escaped(part.substring(i + 1, end));
            if (replacement != null) {
                text.append(replacement);
                i = end + 1;
            } else if (part.startsWith("..", i)) {
                text.append("::");
                i += 2;
            } else {
                text.append(part.charAt(i++));
            }
        }
        return text.toString();
    }

    /// What stands between two dollar signs: a name, or `u` and the hexadecimal code of a character.
    private static @Nullable String escaped(String word) {
        if (!word.matches("u[0-9a-f]{1,6}")) {
            return ESCAPES.get(word);
        }
        int code = Integer.parseInt(word, 1, word.length(), 16);
        boolean printable = Character.isValidCodePoint(code) && !Character.isISOControl(code);
        return printable ? Character.toString(code) : null;
    }
}
