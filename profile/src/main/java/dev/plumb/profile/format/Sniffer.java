package dev.plumb.profile.format;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Tells the format of a file from its first bytes, gzip already taken off.
final class Sniffer {
    private Sniffer() {}

    static Optional<Format> format(byte[] head) {
        if (head.length == 0) {
            return Optional.empty();
        }
        String text = new String(head, StandardCharsets.UTF_8).stripLeading();
        if (text.startsWith("{")) {
            return json(text);
        }
        if (isText(head)) {
            return text(text);
        }
        return head[0] == (Pprof.PROFILE_SAMPLE_TYPE << 3 | ProtoWriter.BYTES)
                ? Optional.of(Formats.PPROF)
                : Optional.empty();
    }

    private static Optional<Format> json(String text) {
        return text.contains("\"plumb\"") ? Optional.of(Formats.JSON) : Optional.empty();
    }

    private static Optional<Format> text(String text) {
        for (String line : text.split("\\R", 50)) {
            int space = line.lastIndexOf(' ');
            if (space > 0 && !line.startsWith("#") && isNumber(line.substring(space + 1))) {
                return Optional.of(Formats.FOLDED);
            }
        }
        return Optional.empty();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.');
    }

    private static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
