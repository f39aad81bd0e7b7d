package dev.plumb.profile.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the strings, numbers and words of a JSON text.
final class JsonText {
    private static final int MAX_STRING = 16 << 20;
    private static final int MAX_NUMBER = 64;

    private final JsonInput in;
    private byte[] bytes = new byte[256];
    private int used;

    JsonText(JsonInput in) {
        this.in = in;
    }

    /// Reads a string whose quote is next. Escaped halves of a surrogate pair are joined; a lone one becomes `?`.
    String string() throws IOException {
        used = 0;
        in.take();
        boolean ascii = true;
        for (int c = in.take(); c != '"'; c = in.take()) {
            if (c == '\\') {
                ascii &= escape();
            } else if (c < 0x20) {
                throw in.wrong("control character in a string");
            } else {
                ascii &= c < 0x80;
                append(c);
            }
        }
        return new String(bytes, 0, used, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    void skipString() throws IOException {
        string();
    }

    /// Reads a number, checking its form.
    String number() throws IOException {
        used = 0;
        accept('-');
        if (!accept('0')) {
            digits();
        }
        if (accept('.')) {
            digits();
        }
        if (accept('e') || accept('E')) {
            if (!accept('+')) {
                accept('-');
            }
            digits();
        }
        return new String(bytes, 0, used, StandardCharsets.ISO_8859_1);
    }

    void literal(String word) throws IOException {
        for (int i = 0; i < word.length(); i++) {
            if (in.take() != word.charAt(i)) {
                throw in.wrong("expected " + word);
            }
        }
    }

    private void digits() throws IOException {
        int before = used;
        while (in.peek() >= '0' && in.peek() <= '9') {
            append(in.take());
            if (used > MAX_NUMBER) {
                throw in.wrong("number of more than " + MAX_NUMBER + " characters");
            }
        }
        if (used == before) {
            throw in.wrong("expected a digit");
        }
    }

    private boolean accept(char c) throws IOException {
        if (in.peek() != c) {
            return false;
        }
        append(in.take());
        return true;
    }

    /// Reads what follows a backslash; answers whether it is plain ASCII.
    private boolean escape() throws IOException {
        int c = in.take();
        switch (c) {
            case '"', '\\', '/' -> append(c);
            case 'b' -> append('\b');
            case 'f' -> append('\f');
            case 'n' -> append('\n');
            case 'r' -> append('\r');
            case 't' -> append('\t');
            case 'u' -> {
                return unicode();
            }
            default -> throw in.wrong("unknown escape in a string");
        }
        return true;
    }

    private boolean unicode() throws IOException {
        char first = unit();
        String text = String.valueOf(first);
        if (Character.isHighSurrogate(first) && in.peek() == '\\') {
            in.take();
            if (in.take() != 'u') {
                throw in.wrong("half a surrogate pair in a string");
            }
            text += unit();
        }
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            append(b);
        }
        return first < 0x80;
    }

    private char unit() throws IOException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(in.take(), 16);
            if (digit < 0) {
                throw in.wrong("expected four hexadecimal digits");
            }
            value = value << 4 | digit;
        }
        return (char) value;
    }

    private void append(int c) throws IOException {
        if (used == bytes.length) {
            if (used >= MAX_STRING) {
                throw in.wrong("string of more than " + MAX_STRING + " bytes");
            }
            bytes = Arrays.copyOf(bytes, used * 2);
        }
        bytes[used++] = (byte) c;
    }
}
