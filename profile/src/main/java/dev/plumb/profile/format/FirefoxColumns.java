package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One table of a Firefox profile: columns of numbers, texts or objects, of which only those asked for are kept.
final class FirefoxColumns {
    private final Map<String, List<@Nullable String>> columns = new HashMap<>();
    private final List<Map<String, String>> labels = new ArrayList<>();
    private String weightType = "samples";

    static FirefoxColumns read(JsonReader json) throws IOException {
        FirefoxColumns table = new FirefoxColumns();
        json.object(name -> table.take(name, json));
        return table;
    }

    private void take(String name, JsonReader json) throws IOException {
        if (name.equals("weightType")) {
            @Nullable String type = json.stringOrNull();
            weightType = type == null ? weightType : type;
        } else if (name.equals("plumbLabels")) {
            json.array(() -> {
                Map<String, String> map = new HashMap<>();
                json.object(key -> map.put(key, json.string()));
                labels.add(map);
            });
        } else if (json.peek() == '[') {
            List<@Nullable String> column = new ArrayList<>();
            json.array(() -> column.add(scalar(json)));
            columns.put(name, column);
        } else {
            json.skip();
        }
    }

    private static @Nullable String scalar(JsonReader json) throws IOException {
        int next = json.peek();
        if (next == '"') {
            return json.string();
        }
        if (next == '-' || (next >= '0' && next <= '9')) {
            return json.number();
        }
        json.skip();
        return null;
    }

    String weightType() {
        return weightType;
    }

    Map<String, String> labels(int row) {
        return row < labels.size() ? labels.get(row) : Map.of();
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    int size(String column) {
        return columns.getOrDefault(column, List.of()).size();
    }

    @Nullable
    String text(String column, int row) {
        List<@Nullable String> values = columns.getOrDefault(column, List.of());
        return row >= 0 && row < values.size() ? values.get(row) : null;
    }

    /// A whole number, or -1 where there is none.
    int number(String column, int row) throws FormatException {
        @Nullable String text = text(column, row);
        try {
            return text == null ? -1 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new FormatException("Firefox profile: column " + column + " has '" + text + "' for a number");
        }
    }
}
