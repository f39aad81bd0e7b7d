package dev.plumb.profile.flame;

import java.util.List;
import java.util.Map;

/// JSON that can stand inside a script element: ASCII only, and without any character that HTML gives a meaning to.
final class ScriptJson {
    private ScriptJson() {}

    /// The text of a value made of maps, lists, strings, numbers and booleans.
    static String text(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        switch (value) {
            case Map<?, ?> map -> appendMap(out, map);
            case List<?> list -> appendList(out, list);
            case Number number -> out.append(number);
            case Boolean bool -> out.append(bool);
            case String string -> appendString(out, string);
            default -> throw new IllegalArgumentException("JSON: no form for " + value.getClass());
        }
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            append(out, entry.getKey());
            out.append(':');
            append(out, entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private static void appendList(StringBuilder out, List<?> list) {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            out.append(separator);
            append(out, element);
            separator = ",";
        }
        out.append(']');
    }

    /// Escapes all but harmless ASCII, char by char: a surrogate without its partner comes back as it was.
    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c == '\'') {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit((c >> shift) & 0xf, 16));
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
