package dev.plumb.tools.stacks;

import java.nio.file.Path;

/// A place that stacks can reach, as users write it.
public sealed interface Probe {
    /// What the user wrote.
    String text();

    /// A tracepoint with a record, which tracefs describes.
    record Tracepoint(String text, String category, String name) implements Probe {}

    /// A tracepoint with its arguments as the kernel passes them.
    record RawTracepoint(String text, String name) implements Probe {}

    /// The entry of a kernel function, or of all that match a glob.
    ///
    /// @param means how to attach
    record KernelFunction(String text, String name, Means means) implements Probe {
        public boolean isGlob() {
            return name.contains("*") || name.contains("?");
        }
    }

    /// The entry of a function of a program or library, or of all that match a glob.
    record UserFunction(String text, Path file, String symbol) implements Probe {
        public boolean isGlob() {
            return symbol.contains("*") || symbol.contains("?");
        }
    }

    /// How a program gets to a kernel function.
    enum Means {
        /// Whatever this kernel has, kprobes first: their stacks begin in the function itself.
        BEST,
        KPROBE,
        FENTRY
    }

    /// Understands `kprobe:FN`, `fentry:FN`, `tracepoint:CAT:NAME`, `rawtp:NAME`, `uprobe:PATH:SYMBOL` and a bare `FN`.
    ///
    /// @throws IllegalArgumentException if it is none of them; the message says what it could have been
    static Probe parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new KernelFunction(text, required(text, text, "a kernel function"), Means.BEST);
        }
        String rest = text.substring(colon + 1);
        return switch (text.substring(0, colon)) {
            case "kprobe" -> new KernelFunction(text, required(text, rest, "kprobe:FUNCTION"), Means.KPROBE);
            case "fentry" -> new KernelFunction(text, required(text, rest, "fentry:FUNCTION"), Means.FENTRY);
            case "rawtp" -> new RawTracepoint(text, required(text, rest, "rawtp:NAME"));
            case "tracepoint" -> tracepoint(text, rest);
            case "uprobe" -> userFunction(text, rest);
            default ->
                throw new IllegalArgumentException(
                        "not a probe: '" + text + "' (write kprobe:FUNCTION, fentry:FUNCTION,"
                                + " tracepoint:CATEGORY:NAME, rawtp:NAME, uprobe:PATH:SYMBOL or a kernel function)");
        };
    }

    private static Probe tracepoint(String text, String rest) {
        int colon = rest.indexOf(':');
        String form = "tracepoint:CATEGORY:NAME";
        String category = required(text, colon < 0 ? "" : rest.substring(0, colon), form);
        return new Tracepoint(text, category, required(text, rest.substring(colon + 1), form));
    }

    /// A path may have colons in it; a symbol of C has none, and one of C++ is given mangled.
    private static Probe userFunction(String text, String rest) {
        int colon = rest.lastIndexOf(':');
        String form = "uprobe:PATH:SYMBOL";
        String file = required(text, colon < 0 ? "" : rest.substring(0, colon), form);
        return new UserFunction(text, Path.of(file), required(text, rest.substring(colon + 1), form));
    }

    private static String required(String text, String part, String form) {
        if (part.isBlank()) {
            throw new IllegalArgumentException("not a probe: '" + text + "' (write " + form + ")");
        }
        return part;
    }
}
