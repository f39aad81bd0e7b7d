package dev.plumb.profile.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Writes JSON as UTF-8 while it is produced, keeping nothing but a small buffer.
///
/// Commas come by themselves. The caller keeps brackets balanced and calls [#flush] at the end.
public final class JsonWriter {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    /// The longest run that is written without asking for room: a long, an escape, a literal.
    private static final int SLACK = 32;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 13];
    private int used;
    private boolean[] filled = new boolean[16];
    private int depth;
    private boolean named;

    public JsonWriter(OutputStream out) {
        this.out = out;
    }

    public JsonWriter beginObject() throws IOException {
        return open('{');
    }

    public JsonWriter endObject() throws IOException {
        return close('}');
    }

    public JsonWriter beginArray() throws IOException {
        return open('[');
    }

    public JsonWriter endArray() throws IOException {
        return close(']');
    }

    /// Starts a new line before the next name or element, for eyes and for `diff`.
    public JsonWriter line() throws IOException {
        separate();
        room();
        buffer[used++] = '\n';
        filled[depth] = false;
        return this;
    }

    public JsonWriter name(String name) throws IOException {
        separate();
        quoted(name);
        room();
        buffer[used++] = ':';
        named = true;
        return this;
    }

    public JsonWriter value(@Nullable String text) throws IOException {
        separate();
        if (text == null) {
            ascii("null");
        } else {
            quoted(text);
        }
        return this;
    }

    public JsonWriter value(long number) throws IOException {
        separate();
        ascii(Long.toString(number));
        return this;
    }

    /// Writes a number; one that JSON cannot express becomes null.
    public JsonWriter value(double number) throws IOException {
        separate();
        ascii(Double.isFinite(number) ? Double.toString(number) : "null");
        return this;
    }

    public JsonWriter value(boolean flag) throws IOException {
        separate();
        ascii(flag ? "true" : "false");
        return this;
    }

    /// Writes a value that is JSON already.
    public JsonWriter raw(byte[] value) throws IOException {
        separate();
        if (value.length > buffer.length - used) {
            drain();
        }
        if (value.length > buffer.length) {
            out.write(value);
        } else {
            System.arraycopy(value, 0, buffer, used, value.length);
            used += value.length;
        }
        return this;
    }

    public JsonWriter field(String name, @Nullable String text) throws IOException {
        return name(name).value(text);
    }

    public JsonWriter field(String name, long number) throws IOException {
        return name(name).value(number);
    }

    public JsonWriter field(String name, double number) throws IOException {
        return name(name).value(number);
    }

    public JsonWriter field(String name, boolean flag) throws IOException {
        return name(name).value(flag);
    }

    /// Hands everything to the stream and flushes it; the stream stays open.
    public void flush() throws IOException {
        drain();
        out.flush();
    }

    private JsonWriter open(char bracket) throws IOException {
        separate();
        room();
        buffer[used++] = (byte) bracket;
        depth++;
        if (depth == filled.length) {
            filled = Arrays.copyOf(filled, depth * 2);
        }
        filled[depth] = false;
        return this;
    }

    private JsonWriter close(char bracket) throws IOException {
        depth--;
        room();
        buffer[used++] = (byte) bracket;
        filled[depth] = true;
        return this;
    }

    private void separate() throws IOException {
        if (named) {
            named = false;
        } else if (filled[depth]) {
            room();
            buffer[used++] = ',';
        }
        filled[depth] = true;
    }

    private void quoted(String text) throws IOException {
        room();
        buffer[used++] = '"';
        for (int i = 0; i < text.length(); i++) {
            room();
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
                buffer[used++] = (byte) c;
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                utf8(Character.toCodePoint(c, text.charAt(++i)));
            } else if (c >= 0xa0 && !Character.isSurrogate(c) && c != '\u2028' && c != '\u2029') {
                utf8(c);
            } else {
                escape(c);
            }
        }
        room();
        buffer[used++] = '"';
    }

    private void escape(char c) {
        buffer[used++] = '\\';
        switch (c) {
            case '"', '\\' -> buffer[used++] = (byte) c;
            case '\n' -> buffer[used++] = 'n';
            case '\r' -> buffer[used++] = 'r';
            case '\t' -> buffer[used++] = 't';
            default -> {
                buffer[used++] = 'u';
                for (int shift = 12; shift >= 0; shift -= 4) {
                    buffer[used++] = HEX[c >> shift & 15];
                }
            }
        }
    }

    private void utf8(int codePoint) {
        if (codePoint < 0x800) {
            buffer[used++] = (byte) (0xc0 | codePoint >> 6);
        } else {
            if (codePoint < 0x10000) {
                buffer[used++] = (byte) (0xe0 | codePoint >> 12);
            } else {
                buffer[used++] = (byte) (0xf0 | codePoint >> 18);
                buffer[used++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
            }
            buffer[used++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
        }
        buffer[used++] = (byte) (0x80 | (codePoint & 0x3f));
    }

    private void ascii(String text) throws IOException {
        room();
        for (int i = 0; i < text.length(); i++) {
            buffer[used++] = (byte) text.charAt(i);
        }
    }

    private void room() throws IOException {
        if (used > buffer.length - SLACK) {
            drain();
        }
    }

    private void drain() throws IOException {
        out.write(buffer, 0, used);
        used = 0;
    }
}
