package dev.plumb.profile.json;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads JSON while it arrives: strict (RFC 8259), in UTF-8, with bounds on depth, strings and numbers.
///
/// The caller asks for what it expects; anything else is a [FormatException] that says where. Memory is bounded by the
/// longest string.
public final class JsonReader {
    private static final int MAX_DEPTH = 64;

    private final JsonInput in;
    private final JsonText text;
    private int depth;

    public JsonReader(InputStream in) {
        this.in = new JsonInput(in);
        this.text = new JsonText(this.in);
    }

    /// Takes one field: reads or skips its value.
    @FunctionalInterface
    public interface Field {
        void read(String name) throws IOException;
    }

    /// Takes one element: reads or skips it.
    @FunctionalInterface
    public interface Element {
        void read() throws IOException;
    }

    /// Reads an object, handing each name to `field`, which must read or skip the value.
    public void object(Field field) throws IOException {
        open('{');
        if (in.peekToken() == '}') {
            in.take();
        } else {
            do {
                if (in.peekToken() != '"') {
                    throw in.wrong("expected a name");
                }
                String name = text.string();
                expect(':');
                field.read(name);
            } while (another('}'));
        }
        depth--;
    }

    /// Reads an array, calling `element` for each element.
    public void array(Element element) throws IOException {
        open('[');
        if (in.peekToken() == ']') {
            in.take();
        } else {
            do {
                element.read();
            } while (another(']'));
        }
        depth--;
    }

    public String string() throws IOException {
        if (in.peekToken() != '"') {
            throw in.wrong("expected a string");
        }
        return text.string();
    }

    public @Nullable String stringOrNull() throws IOException {
        return takeNull() ? null : string();
    }

    /// Reads a whole number that fits.
    public long longValue() throws IOException {
        String number = number();
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            double value = Double.parseDouble(number);
            if (value != Math.rint(value) || Math.abs(value) >= 0x1p63) {
                throw in.wrong("expected a whole number of 64 bits, not " + number);
            }
            return (long) value;
        }
    }

    public int intValue() throws IOException {
        long value = longValue();
        if (value != (int) value) {
            throw in.wrong("expected a whole number of 32 bits, not " + value);
        }
        return (int) value;
    }

    public double doubleValue() throws IOException {
        return Double.parseDouble(number());
    }

    public boolean bool() throws IOException {
        int first = in.peekToken();
        if (first != 't' && first != 'f') {
            throw in.wrong("expected true or false");
        }
        text.literal(first == 't' ? "true" : "false");
        return first == 't';
    }

    /// Takes a null if one is next.
    public boolean takeNull() throws IOException {
        if (in.peekToken() != 'n') {
            return false;
        }
        text.literal("null");
        return true;
    }

    /// The first character of what comes next: `{`, `[`, `"`, `t`, `f`, `n`, a digit or `-`; -1 at the end.
    public int peek() throws IOException {
        return in.peekToken();
    }

    /// Reads past the next value, whatever it is.
    public void skip() throws IOException {
        switch (in.peekToken()) {
            case '{' -> object(name -> skip());
            case '[' -> array(this::skip);
            case '"' -> text.skipString();
            case 't', 'f' -> bool();
            case 'n' -> takeNull();
            default -> number();
        }
    }

    /// Demands that nothing follows.
    public void end() throws IOException {
        if (in.peekToken() >= 0) {
            throw in.wrong("expected the end");
        }
    }

    /// Reads a number of any size as it is written.
    public String number() throws IOException {
        int first = in.peekToken();
        if (first != '-' && (first < '0' || first > '9')) {
            throw in.wrong("expected a number");
        }
        return text.number();
    }

    private void open(char bracket) throws IOException {
        expect(bracket);
        if (++depth > MAX_DEPTH) {
            throw in.wrong("more than " + MAX_DEPTH + " levels deep");
        }
    }

    private void expect(char c) throws IOException {
        if (in.peekToken() != c) {
            throw in.wrong("expected '" + c + "'");
        }
        in.take();
    }

    private boolean another(char bracket) throws IOException {
        int next = in.peekToken();
        if (next != ',' && next != bracket) {
            throw in.wrong("expected ',' or '" + bracket + "'");
        }
        in.take();
        return next == ',';
    }
}
