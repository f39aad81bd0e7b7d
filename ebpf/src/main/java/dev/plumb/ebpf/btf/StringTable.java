package dev.plumb.ebpf.btf;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The string section under construction: each string once, at an offset that never changes.
final class StringTable {
    private final int firstOffset;
    private final ByteSink section = new ByteSink();
    private final Map<String, Integer> offsets = new HashMap<>();

    /// Starts at offset 0 with the empty string, or continues a base that has it.
    StringTable(int firstOffset) {
        this.firstOffset = firstOffset;
        offsets.put("", 0);
        if (firstOffset == 0) {
            section.bytes(new byte[1]);
        }
    }

    int offset(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("BTF string: it holds a zero character: '" + text + "'");
        }
        return offsets.computeIfAbsent(text, key -> {
            int offset = firstOffset + section.size();
            section.bytes(key.getBytes(StandardCharsets.UTF_8)).bytes(new byte[1]);
            return offset;
        });
    }

    byte[] toByteArray() {
        return section.toByteArray();
    }
}
