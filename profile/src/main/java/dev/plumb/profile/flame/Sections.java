package dev.plumb.profile.flame;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Named arrays laid out one after the other, little-endian.
///
/// ```
/// +------------------+------------------+------------------+
/// | f64: 8 per value | i32: 4 per value | text: UTF-8 JSON |   wide ones first, so all are aligned
/// +------------------+------------------+------------------+
/// ```
final class Sections {
    private final List<Section> list = new ArrayList<>();

    private record Section(String name, Type type, int length, ByteBuffer bytes) {}

    private enum Type {
        F64,
        I32,
        TEXT
    }

    void doubles(String name, double[] values) {
        ByteBuffer buffer = buffer(values.length * 8);
        for (double value : values) {
            buffer.putDouble(value);
        }
        list.add(new Section(name, Type.F64, values.length, buffer.flip()));
    }

    void ints(String name, int[] values) {
        ByteBuffer buffer = buffer(values.length * 4);
        for (int value : values) {
            buffer.putInt(value);
        }
        list.add(new Section(name, Type.I32, values.length, buffer.flip()));
    }

    void strings(String name, List<String> values) {
        byte[] bytes = ScriptJson.text(values).getBytes(StandardCharsets.UTF_8);
        list.add(new Section(name, Type.TEXT, bytes.length, ByteBuffer.wrap(bytes)));
    }

    /// What the page needs to find each array: name, type, offset in bytes, length in values.
    List<Map<String, Object>> index() {
        List<Map<String, Object>> index = new ArrayList<>();
        int at = 0;
        for (Section section : ordered()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", section.name);
            entry.put("type", section.type.name().toLowerCase(Locale.ROOT));
            entry.put("at", at);
            entry.put("length", section.length);
            index.add(entry);
            at += section.bytes.limit();
        }
        return index;
    }

    int sizeBytes() {
        return list.stream().mapToInt(section -> section.bytes.limit()).sum();
    }

    void write(OutputStream out) throws IOException {
        WritableByteChannel channel = Channels.newChannel(out);
        for (Section section : ordered()) {
            channel.write(section.bytes.duplicate());
        }
    }

    private List<Section> ordered() {
        return list.stream().sorted(Comparator.comparing(Section::type)).toList();
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
