package dev.plumb.profile.flame;

import dev.plumb.profile.Profile;
import dev.plumb.profile.ValueType;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// A flame graph of one profile, or the difference of two, written as one HTML file that loads nothing.
///
/// Names in a profile come from processes nobody vouches for: they reach the file only as ASCII JSON and as base64,
/// and its content security policy lets no script run but the one that is part of it.
public final class FlameGraph {
    private final List<Side> sides;
    private final List<ValueType> types;
    private final String title;

    /// One of the profiles shown, with its name in a comparison.
    record Side(String label, Profile profile) {}

    private FlameGraph(List<Side> sides, List<ValueType> types, String title) {
        this.sides = sides;
        this.types = types;
        this.title = title;
    }

    public static FlameGraph of(Profile profile) {
        return new FlameGraph(List.of(new Side("", profile)), profile.valueTypes(), profile.tool());
    }

    /// A comparison by the value types that both profiles have. Processes and threads are matched by name.
    ///
    /// @throws IllegalArgumentException if they have no value type in common
    public static FlameGraph diff(Profile before, Profile after) {
        List<ValueType> common = new ArrayList<>(before.valueTypes());
        common.retainAll(after.valueTypes());
        if (common.isEmpty()) {
            throw new IllegalArgumentException("compare profiles: no value type in common: " + before.valueTypes()
                    + " and " + after.valueTypes() + "; compare profiles of the same tool");
        }
        List<Side> sides = List.of(new Side("before", before), new Side("after", after));
        return new FlameGraph(sides, List.copyOf(common), after.tool() + ", before and after");
    }

    /// The same graph under another title.
    public FlameGraph titled(String newTitle) {
        return new FlameGraph(sides, types, newTitle);
    }

    /// Writes the page to a file, over one that is there.
    public void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            write(out);
        }
    }

    /// Writes the page and leaves the stream open.
    public void write(OutputStream out) throws IOException {
        Sections sections = sections();
        Page page = Page.load();
        page.write(out, name -> {
            switch (name) {
                case "title" -> text(out, Page.escaped(title));
                case "head" -> text(out, ScriptJson.text(new Head(title, sides, types).describe(sections)));
                case "data" -> compress(out, sections);
                default -> throw new IllegalStateException("page template: no value for '" + name + "'");
            }
        });
        out.flush();
    }

    private Sections sections() {
        FlameData data = new FlameData(types, sides.size());
        for (int side = 0; side < sides.size(); side++) {
            data.add(side, sides.get(side).profile());
        }
        return data.sections();
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void compress(OutputStream out, Sections sections) throws IOException {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try (OutputStream base64 = Base64.getEncoder().wrap(new KeptOpen(out));
                OutputStream deflated = new DeflaterOutputStream(base64, deflater, 1 << 16)) {
            sections.write(deflated);
        } finally {
            deflater.end();
        }
    }

    /// Lets the encoder finish its last group without closing what the page is written to.
    private static final class KeptOpen extends FilterOutputStream {
        KeptOpen(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() {
            // the caller's stream stays open
        }
    }
}
