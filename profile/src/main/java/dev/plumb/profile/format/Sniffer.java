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
        if (text.startsWith("<")) {
            return Optional.of(Formats.HTML);
        }
        if (text.startsWith("# ========")) {
            return Optional.of(Formats.PERF_SCRIPT);
        }
        if (isText(head)) {
            return text(text);
        }
        if (head.length > 4 && head[0] == 'F' && head[1] == 'L' && head[2] == 'R' && head[3] == 0) {
            return Optional.of(Formats.JFR);
        }
        return protobuf(head);
    }

    private static Optional<Format> json(String text) {
        if (text.startsWith("{\"plumb\"")) {
            return Optional.of(Formats.JSON);
        }
        if (text.contains("speedscope.app")) {
            return Optional.of(Formats.SPEEDSCOPE);
        }
        if (text.contains("\"preprocessedProfileVersion\"")) {
            return Optional.of(Formats.FIREFOX);
        }
        return text.contains("\"plumb\"") ? Optional.of(Formats.JSON) : Optional.empty();
    }

    /// Both formats start with a message in field 1: pprof's holds numbers, OTLP's holds messages.
    private static Optional<Format> protobuf(byte[] head) {
        if (head[0] != (1 << 3 | ProtoWriter.BYTES)) {
            return Optional.empty();
        }
        int at = 1;
        while (at < head.length && head[at] < 0) {
            at++;
        }
        boolean number = at + 1 < head.length && (head[at + 1] & 7) == ProtoWriter.VARINT;
        return Optional.of(number ? Formats.PPROF : Formats.OTLP);
    }

    private static Optional<Format> text(String text) {
        for (String line : text.split("\\R", 50)) {
            if (PerfScriptReader.isEvent(line)) {
                return Optional.of(Formats.PERF_SCRIPT);
            }
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
