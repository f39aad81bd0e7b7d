package dev.plumb.cli;

import dev.plumb.symbols.Frame;
import dev.plumb.symbols.Symbolized;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/// Prints the answers of `plumb symbolize`.
sealed interface SymbolizePrinter {
    void begin();

    void print(Symbolized answer);

    void end();

    /// One line a frame: `0x4011f6 main+0x10 server.c:42 (/usr/bin/server)`.
    record Text(PrintWriter out) implements SymbolizePrinter {
        @Override
        public void begin() {}

        @Override
        public void print(Symbolized answer) {
            String address = "0x" + Long.toHexString(answer.address());
            String column = address;
            for (Frame frame : answer.frames()) {
                out.println(column + " " + text(frame) + suffix(answer));
                column = " ".repeat(address.length());
            }
        }

        private static String text(Frame frame) {
            StringBuilder text = new StringBuilder(frame.symbol().isEmpty() ? "?" : frame.symbol());
            if (!frame.inlined()
                    && (!frame.symbol().isEmpty() || !frame.module().isEmpty())) {
                text.append("+0x").append(Long.toHexString(frame.offset()));
            }
            if (frame.file() != null) {
                text.append(' ').append(frame.file());
                text.append(':').append(frame.line() == 0 ? "?" : Integer.toString(frame.line()));
            }
            if (frame.inlined()) {
                return text.append(" (inlined)").toString();
            }
            return frame.module().isEmpty()
                    ? text.toString()
                    : text.append(" (" + frame.module() + ")").toString();
        }

        private static String suffix(Symbolized answer) {
            return answer instanceof Symbolized.Unknown unknown ? " # " + unknown.detail() : "";
        }

        @Override
        public void end() {}
    }

    /// An array, one element an address.
    final class Json implements SymbolizePrinter {
        private final PrintWriter out;
        private boolean first = true;

        Json(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void begin() {
            out.print("[");
        }

        @Override
        public void print(Symbolized answer) {
            out.print(first ? "\n" : ",\n");
            first = false;
            out.print("{\"address\":\"0x" + Long.toHexString(answer.address()) + "\",\"frames\":[");
            String separator = "";
            for (Frame frame : answer.frames()) {
                out.print(separator + json(frame));
                separator = ",";
            }
            String unknown = answer instanceof Symbolized.Unknown none ? none.detail() : null;
            out.print("],\"unknown\":" + quoted(unknown) + "}");
        }

        private static String json(Frame frame) {
            return "{\"address\":\"0x" + Long.toHexString(frame.address())
                    + "\",\"symbol\":" + quoted(frame.symbol())
                    + ",\"offset\":" + Long.toUnsignedString(frame.offset())
                    + ",\"module\":" + quoted(frame.module())
                    + ",\"file\":" + quoted(frame.file())
                    + ",\"line\":" + (frame.line() == 0 ? "null" : Integer.toUnsignedString(frame.line()))
                    + ",\"inlined\":" + frame.inlined()
                    + ",\"kind\":" + quoted(frame.kind().label()) + "}";
        }

        private static String quoted(@Nullable String text) {
            if (text == null) {
                return "null";
            }
            StringBuilder json = new StringBuilder(text.length() + 2).append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    json.append('\\').append(c);
                } else if (c < ' ') {
                    json.append(String.format("\\u%04x", (int) c));
                } else {
                    json.append(c);
                }
            }
            return json.append('"').toString();
        }

        @Override
        public void end() {
            out.println(first ? "]" : "\n]");
        }
    }
}
