package dev.plumb.cli;

/// Text that is safe to show on a terminal: names come from processes nobody vouches for.
final class Printable {
    private Printable() {}

    /// The text with a `?` for each character that a terminal would act on.
    static String of(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> safe.appendCodePoint(acts(c) ? '?' : c));
        return safe.toString();
    }

    private static boolean acts(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /// The safe text, cut to a number of columns.
    static String cut(String text, int columns) {
        String safe = of(text);
        return safe.length() <= columns ? safe : safe.substring(0, Math.max(0, columns - 2)) + "..";
    }
}
