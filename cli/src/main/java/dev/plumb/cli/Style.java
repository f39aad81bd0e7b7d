package dev.plumb.cli;

/// Text with or without colour.
record Style(boolean colours) {
    String bold(String text) {
        return coloured("1", text);
    }

    String good(String text) {
        return coloured("32", text);
    }

    String bad(String text) {
        return coloured("31", text);
    }

    String warning(String text) {
        return coloured("33", text);
    }

    String faint(String text) {
        return coloured("2", text);
    }

    private String coloured(String code, String text) {
        return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
