package dev.plumb.profile.json;

import dev.plumb.profile.FormatException;
import java.io.IOException;
import java.io.InputStream;

/// The bytes of a JSON text, one ahead, with their position for messages.
final class JsonInput {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private long before;
    private int at;
    private int end;

    JsonInput(InputStream in) {
        this.in = in;
    }

    /// The next byte, or -1 at the end; it stays.
    int peek() throws IOException {
        if (at == end && !fill()) {
            return -1;
        }
        return buffer[at] & 0xff;
    }

    /// The next byte that is not white space; it stays.
    int peekToken() throws IOException {
        int c = peek();
        while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            at++;
            c = peek();
        }
        return c;
    }

    int take() throws IOException {
        int c = peek();
        if (c < 0) {
            throw wrong("ends too early");
        }
        at++;
        return c;
    }

    FormatException wrong(String what) {
        return new FormatException("JSON: " + what + " at byte " + (before + at));
    }

    private boolean fill() throws IOException {
        before += end;
        at = 0;
        end = 0;
        int read = in.read(buffer);
        end = Math.max(read, 0);
        return read > 0;
    }
}
