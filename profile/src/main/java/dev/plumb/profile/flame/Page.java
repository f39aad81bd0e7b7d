package dev.plumb.profile.flame;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/// The page around the data: a template with its style and script put in, and the policy that allows just those two.
record Page(String template, String style, String script) {
    private static final List<String> STYLES = List.of("base.css", "views.css", "phone.css");
    /// In the order in which they use each other: a class must stand before the one that extends it.
    private static final List<String> SCRIPTS = List.of(
            "text.js",
            "inflate.js",
            "decode.js",
            "dom.js",
            "tree.js",
            "merge.js",
            "layout.js",
            "colour.js",
            "search.js",
            "theme.js",
            "link.js",
            "label.js",
            "graph.js",
            "viewport.js",
            "pointer.js",
            "facts.js",
            "panel.js",
            "where.js",
            "table.js",
            "controls.js",
            "summary.js",
            "keys.js",
            "app.js",
            "main.js");

    /// Writes what a placeholder of the template stands for.
    @FunctionalInterface
    interface Filler {
        void fill(String name) throws IOException;
    }

    static Page load() throws IOException {
        String script = "(() => {\n\"use strict\";\n" + all(SCRIPTS) + "})();\n";
        return new Page(resource("page.html"), all(STYLES), script);
    }

    /// Writes the template in one pass, so that nothing put in is searched for placeholders again.
    void write(OutputStream out, Filler filler) throws IOException {
        int at = 0;
        for (int open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", at)) {
            out.write(bytes(template.substring(at, open)));
            int close = template.indexOf("}}", open);
            String name = template.substring(open + 2, close);
            switch (name) {
                case "policy" -> out.write(bytes(policy()));
                case "style" -> out.write(bytes(style));
                case "script" -> out.write(bytes(script));
                default -> filler.fill(name);
            }
            at = close + 2;
        }
        out.write(bytes(template.substring(at)));
    }

    /// Nothing may be loaded or run but the page's own style and script, known by their hashes, and the search worker,
    /// which the script starts from its own text.
    String policy() {
        return "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
    }

    /// Text that means itself in HTML: all but plain letters, digits and spaces as character references.
    static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(200).forEach(c -> {
            boolean plain = c == ' ' || (c < 128 && Character.isLetterOrDigit(c));
            out.append(plain ? Character.toString(c) : "&#" + c + ";");
        });
        return out.toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(text));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String all(List<String> names) throws IOException {
        StringBuilder joined = new StringBuilder();
        for (String name : names) {
            joined.append(resource(name)).append('\n');
        }
        return joined.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("flame graph page: resource '" + name + "' is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
