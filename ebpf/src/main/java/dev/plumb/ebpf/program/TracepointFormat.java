package dev.plumb.ebpf.program;

import dev.plumb.ebpf.link.TraceFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The record of a tracepoint as tracefs describes it.
record TracepointFormat(String event, List<Item> items) {
    private static final Pattern ITEM = Pattern.compile(
            "\\s*field:(?<declaration>[^;]+);\\s*offset:(?<offset>\\d+);\\s*size:(?<size>\\d+);(?:\\s*signed:(?<signed>\\d);)?");
    private static final Pattern NAME = Pattern.compile("(\\w+)(?:\\[[^]]*])?\\s*$");

    TracepointFormat {
        items = List.copyOf(items);
    }

    /// A field of the record.
    ///
    /// @param dynamic whether it holds place and size of data that follows the record
    record Item(String name, int offset, int sizeBytes, boolean signed, boolean dynamic) {
        Type type() {
            if (Integer.bitCount(sizeBytes) != 1 || sizeBytes > 8) {
                throw Recorder.wrong(
                        "field '" + name + "' has " + sizeBytes + " bytes and is no number; use fieldAddress");
            }
            return Type.of(sizeBytes, signed);
        }
    }

    static TracepointFormat read(String category, String event) {
        try (TraceFileSystem tracefs = TraceFileSystem.open()) {
            return parse(event, Files.readString(tracefs.path("events/" + category + "/" + event + "/format")));
        } catch (IOException e) {
            throw Recorder.wrong("tracepoint " + category + ":" + event + " is not known here: " + e);
        }
    }

    static TracepointFormat parse(String event, String text) {
        List<Item> items = new ArrayList<>();
        for (String line : text.split("\n")) {
            Matcher matcher = ITEM.matcher(line);
            if (!matcher.lookingAt()) {
                continue;
            }
            String declaration = matcher.group("declaration");
            Matcher name = NAME.matcher(declaration);
            if (name.find()) {
                items.add(new Item(
                        name.group(1),
                        Integer.parseInt(matcher.group("offset")),
                        Integer.parseInt(matcher.group("size")),
                        "1".equals(matcher.group("signed")),
                        declaration.strip().startsWith("__data_loc")));
            }
        }
        return new TracepointFormat(event, items);
    }

    Item item(String name) {
        for (Item item : items) {
            if (item.name.equals(name)) {
                return item;
            }
        }
        throw Recorder.wrong("tracepoint " + event + " has no field '" + name + "'; it has "
                + items.stream().map(Item::name).toList());
    }
}
