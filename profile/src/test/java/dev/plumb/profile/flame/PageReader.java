package dev.plumb.profile.flame;

import dev.plumb.profile.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// Reads a flame graph page back: its head as JSON text, its sections as arrays.
final class PageReader {
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

    final String html;
    final String head;
    final Map<String, int[]> ints = new LinkedHashMap<>();
    final Map<String, double[]> doubles = new LinkedHashMap<>();
    final List<String> strings = new ArrayList<>();
    private final byte[] data;

    private PageReader(String html) throws IOException {
        this.html = html;
        this.head = between("<script type=\"application/json\" id=\"plumb-head\">", "</script>");
        String packed = between("<script type=\"text/plain\" id=\"plumb-data\">", "</script>");
        byte[] deflated = Base64.getDecoder().decode(packed);
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated), new Inflater(true))) {
            this.data = in.readAllBytes();
        }
        readSections();
    }

    static PageReader of(FlameGraph graph) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        graph.write(out);
        return new PageReader(out.toString(StandardCharsets.UTF_8));
    }

    String between(String open, String close) {
        int start = html.indexOf(open) + open.length();
        return html.substring(start, html.indexOf(close, start));
    }

    /// The frames of a sample, root first, joined by semicolons, each with its kind in front.
    String path(int sample) {
        StringBuilder path = new StringBuilder();
        int[] depth = ints.get("depth");
        int node = ints.get("sampleNode")[sample];
        for (int at = node, wanted = node < 0 ? 0 : depth[node]; wanted > 0; at--) {
            if (depth[at] == wanted) {
                int function = ints.get("fn")[at];
                path.insert(0, ";" + text("fnKind", function) + ":" + text("fnName", function));
                wanted--;
            }
        }
        return path.toString();
    }

    String text(String section, int index) {
        int number = ints.get(section)[index];
        return number < 0 ? "" : strings.get(number);
    }

    /// Everything in the page that comes from the profile, for eyes.
    String dump() {
        StringBuilder out = new StringBuilder(head.replace("},{", "},\n{")).append('\n');
        doubles.forEach((name, values) ->
                out.append(name).append(' ').append(Arrays.toString(values)).append('\n'));
        ints.forEach((name, values) ->
                out.append(name).append(' ').append(Arrays.toString(values)).append('\n'));
        return out.append("strings ").append(strings).append('\n').toString();
    }

    private void readSections() throws IOException {
        JsonReader json = new JsonReader(new ByteArrayInputStream(head.getBytes(StandardCharsets.UTF_8)));
        json.object(name -> {
            if (name.equals("sections")) {
                json.array(() -> readSection(json));
            } else {
                json.skip();
            }
        });
        json.end();
    }

    private void readSection(JsonReader json) throws IOException {
        Map<String, String> entry = new LinkedHashMap<>();
        json.object(name -> entry.put(name, json.peek() == '"' ? json.string() : Long.toString(json.longValue())));
        int at = Integer.parseInt(entry.get("at"));
        int length = Integer.parseInt(entry.get("length"));
        ByteBuffer bytes = ByteBuffer.wrap(data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(at)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        switch (entry.get("type")) {
            case "f64" -> {
                double[] values = new double[length];
                bytes.asDoubleBuffer().get(values);
                doubles.put(entry.get("name"), values);
            }
            case "i32" -> {
                int[] values = new int[length];
                bytes.asIntBuffer().get(values);
                ints.put(entry.get("name"), values);
            }
            default -> readStrings(new String(data, at, length, StandardCharsets.US_ASCII));
        }
    }

    /// Quotes stand only around strings, never inside: each one there is an escape.
    private void readStrings(String json) {
        String[] parts = json.split("\"", -1);
        for (int i = 1; i < parts.length; i += 2) {
            strings.add(ESCAPE.matcher(parts[i])
                    .replaceAll(match ->
                            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), 16)))));
        }
    }
}
