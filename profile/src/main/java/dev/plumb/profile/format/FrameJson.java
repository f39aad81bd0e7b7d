package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.json.JsonReader;
import dev.plumb.profile.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// One frame as JSON, the same in profiles, events and answers of `plumb symbolize`.
public final class FrameJson {
    private FrameJson() {}

    public static void write(Frame frame, JsonWriter json) throws IOException {
        json.beginObject().field("address", "0x" + Long.toHexString(frame.address()));
        json.field("symbol", frame.symbol()).field("offset", frame.offset());
        json.field("module", frame.module()).field("file", frame.file());
        if (frame.line() > 0) {
            json.field("line", frame.line());
        } else {
            json.field("line", (String) null);
        }
        json.field("inlined", frame.inlined())
                .field("kind", frame.kind().label())
                .endObject();
    }

    /// The frame as a text of its own.
    static byte[] bytes(Frame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter json = new JsonWriter(out);
        write(frame, json);
        json.flush();
        return out.toByteArray();
    }

    public static Frame read(JsonReader json) throws IOException {
        Fields fields = new Fields();
        json.object(name -> fields.take(name, json));
        return fields.frame();
    }

    private static final class Fields {
        private long address;
        private String symbol = "";
        private long offset;
        private String module = "";
        private @Nullable String file;
        private int line;
        private boolean inlined;
        private FrameKind kind = FrameKind.OTHER;

        void take(String name, JsonReader json) throws IOException {
            switch (name) {
                case "address" -> address = address(json.string());
                case "symbol" -> symbol = json.string();
                case "offset" -> offset = json.longValue();
                case "module" -> module = json.string();
                case "file" -> file = json.stringOrNull();
                case "line" -> line = json.takeNull() ? 0 : json.intValue();
                case "inlined" -> inlined = json.bool();
                case "kind" -> kind = FrameKind.of(json.string());
                default -> json.skip();
            }
        }

        Frame frame() {
            return new Frame(address, symbol, offset, module, file, line, inlined, kind);
        }

        private static long address(String text) throws FormatException {
            try {
                if (text.startsWith("0x")) {
                    return Long.parseUnsignedLong(text, 2, text.length(), 16);
                }
            } catch (NumberFormatException e) {
                // Told below, as for a text without 0x.
            }
            throw new FormatException("frame: '" + text + "' is not an address such as 0x1f00");
        }
    }
}
