package dev.plumb.elf.demangle;

/// Decodes the form in which Rust writes identifiers with characters beyond ASCII (RFC 3492, without its prefix).
final class Punycode {
    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;
    private static final int INITIAL_BIAS = 72;
    private static final int INITIAL_CODE = 128;

    /// Longer identifiers are no programmer's: inserting character by character takes time quadratic in the length.
    private static final int MAX_CHARACTERS = 4096;

    private Punycode() {}

    /// The ASCII characters of an identifier, and the digits that say which others to insert where.
    static String decode(String ascii, String digits) {
        StringBuilder text = new StringBuilder(ascii);
        int count = ascii.length();
        int code = INITIAL_CODE;
        int bias = INITIAL_BIAS;
        long index = 0;
        int at = 0;
        while (at < digits.length()) {
            long start = index;
            long weight = 1;
            for (int k = BASE; ; k += BASE) {
                int digit = at < digits.length() ? digit(digits.charAt(at++)) : -1;
                if (digit < 0 || weight > Integer.MAX_VALUE) {
                    throw new Undecodable("bad punycode");
                }
                index += digit * weight;
                int threshold = Math.clamp((long) k - bias, T_MIN, T_MAX);
                if (digit < threshold) {
                    break;
                }
                weight *= BASE - threshold;
            }
            count++;
            bias = adapt(index - start, count, start == 0);
            long next = code + index / count;
            if (next > Character.MAX_CODE_POINT || count > MAX_CHARACTERS) {
                throw new Undecodable("bad punycode");
            }
            code = (int) next;
            int position = (int) (index % count);
            text.insert(text.offsetByCodePoints(0, position), Character.toString(code));
            index = position + 1L;
        }
        return text.toString();
    }

    private static int digit(char c) {
        if (Cursor.isLower(c)) {
            return c - 'a';
        }
        return Cursor.isDigit(c) ? c - '0' + 26 : -1;
    }

    private static int adapt(long delta, int count, boolean first) {
        long scaled = first ? delta / DAMP : delta / 2;
        scaled += scaled / count;
        int k = 0;
        while (scaled > (BASE - T_MIN) * T_MAX / 2) {
            scaled /= BASE - T_MIN;
            k += BASE;
        }
        return (int) (k + (BASE - T_MIN + 1) * scaled / (scaled + SKEW));
    }
}
