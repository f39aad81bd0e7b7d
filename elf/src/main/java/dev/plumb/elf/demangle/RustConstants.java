package dev.plumb.elf.demangle;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Constants among generic arguments and as lengths of arrays.
final class RustConstants {
    /// More digits do not fit 64 bits and are shown in hexadecimal.
    private static final int MAX_DECIMAL_DIGITS = 16;

    private final RustV0Demangler demangler;
    private final Cursor cursor;

    RustConstants(RustV0Demangler demangler) {
        this.demangler = demangler;
        this.cursor = demangler.cursor;
    }

    void constant() {
        demangler.out.enter();
        char kind = cursor.take();
        switch (kind) {
            case 'p' -> demangler.print("_");
            case 'B' -> demangler.backReference(this::constant);
            case 'h', 't', 'm', 'y', 'o', 'j' -> typed(kind, number());
            case 'a', 's', 'l', 'x', 'n', 'i' -> typed(kind, (cursor.accept('n') ? "-" : "") + number());
            case 'b' -> typed(kind, truth(demangler.reader.hexadecimal()));
            case 'c' -> typed(kind, character(demangler.reader.hexadecimal()));
            case 'e' -> demangler.print("*" + string());
            default -> compound(kind);
        }
        demangler.out.leave();
    }

    private void typed(char type, String value) {
        demangler.print(demangler.detail == Detail.FULL ? value + ": " + RustTypes.basic(type) : value);
    }

    private String number() {
        String digits = demangler.reader.hexadecimal();
        if (digits.isEmpty()) {
            return "0";
        }
        return digits.length() > MAX_DECIMAL_DIGITS
                ? "0x" + digits
                : Long.toUnsignedString(Long.parseUnsignedLong(digits, 16));
    }

    private static String truth(String digits) {
        return switch (digits) {
            case "" -> "false";
            case "1" -> "true";
            default -> throw new Undecodable("neither true nor false");
        };
    }

    private static String character(String digits) {
        if (digits.length() > 6) {
            throw new Undecodable("not a character");
        }
        int code = digits.isEmpty() ? 0 : Integer.parseInt(digits, 16);
        String text = switch (code) {
            case '\t' -> "\\t";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\\' -> "\\\\";
            case '\'' -> "\\'";
            default -> code >= ' ' && code < 0x7f ? Character.toString(code) : "\\u{" + digits + "}";
        };
        return "'" + text + "'";
    }

    /// The bytes of a string in hexadecimal.
    private String string() {
        StringBuilder digits = new StringBuilder();
        while (!cursor.accept('_')) {
            digits.append(cursor.take());
        }
        try {
            byte[] bytes = HexFormat.of().parseHex(digits);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            throw new Undecodable("not a string");
        }
    }

    /// References, arrays, tuples and values of structures and enumerations.
    private void compound(char kind) {
        switch (kind) {
            case 'R', 'Q' -> {
                if (kind == 'R' && cursor.accept('e')) {
                    demangler.print(string());
                } else {
                    demangler.print(kind == 'R' ? "&" : "&mut ");
                    constant();
                }
            }
            case 'A' -> {
                demangler.print("[");
                demangler.list(this::constant, ", ");
                demangler.print("]");
            }
            case 'T' -> {
                demangler.print("(");
                int members = demangler.list(this::constant, ", ");
                demangler.print(members == 1 ? ",)" : ")");
            }
            case 'V' -> variant();
            default -> throw new Undecodable("unknown constant " + kind);
        }
    }

    private void variant() {
        char kind = cursor.take();
        demangler.paths.path(true);
        switch (kind) {
            case 'U' -> {}
            case 'T' -> {
                demangler.print("(");
                demangler.list(this::constant, ", ");
                demangler.print(")");
            }
            case 'S' -> {
                demangler.print(" { ");
                demangler.list(this::field, ", ");
                demangler.print(" }");
            }
            default -> throw new Undecodable("unknown value " + kind);
        }
    }

    private void field() {
        demangler.print(demangler.reader.disambiguated().name() + ": ");
        constant();
    }
}
