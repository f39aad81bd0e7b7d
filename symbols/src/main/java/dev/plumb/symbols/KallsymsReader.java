package dev.plumb.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads the format of `/proc/kallsyms`, without an object a line.
///
/// ```
/// ffffffff81000000 T _stext
/// ffffffffc0201000 t helper<tab>[module]
/// ```
final class KallsymsReader {
    /// A kernel with every option has half a million symbols; this bounds what a file of another kind can cost.
    private static final int MAX_SYMBOLS = 1 << 22;

    private static final int MAX_LINE = 4096;

    private long[] addresses = new long[1 << 10];
    private int[] names = new int[1 << 10];
    private short[] modules = new short[1 << 10];
    private byte[] text = new byte[1 << 14];
    private int count;
    private int textSize;
    private final Map<String, Short> moduleNumbers = new HashMap<>(Map.of("kernel", (short) 0));
    private final List<String> moduleNames = new ArrayList<>(List.of("kernel"));
    /// Lines come sorted by module, so the last one nearly always fits.
    private byte[] lastModule = new byte[0];

    private short lastNumber;

    private KallsymsReader() {}

    /// Reads all lines; those that make no sense are passed over.
    static Kallsyms read(InputStream in) throws IOException {
        KallsymsReader reader = new KallsymsReader();
        byte[] buffer = new byte[1 << 16];
        int held = 0;
        int got;
        while ((got = in.read(buffer, held, buffer.length - held)) > 0 && reader.count < MAX_SYMBOLS) {
            int end = held + got;
            int start = reader.lines(buffer, end);
            held = end - start;
            if (held > MAX_LINE) {
                held = 0; // Not a line of text: drop it.
            } else {
                System.arraycopy(buffer, start, buffer, 0, held);
            }
        }
        byte[] names = Arrays.copyOf(reader.text, reader.textSize);
        return Kallsyms.of(reader.addresses, reader.names, reader.modules, reader.count, names, reader.moduleNames);
    }

    /// Reads the whole lines of a buffer and returns where the rest begins.
    private int lines(byte[] buffer, int end) {
        int start = 0;
        for (int i = 0; i < end; i++) {
            if (buffer[i] == '\n') {
                line(buffer, start, i);
                start = i + 1;
            }
        }
        return start;
    }

    private void line(byte[] line, int start, int end) {
        long address = 0;
        int at = start;
        for (int digit; at < end && (digit = Character.digit(line[at], 16)) >= 0; at++) {
            address = address << 4 | digit;
        }
        int name = at + 3;
        if (at == start || at > start + 16 || name >= end || line[at] != ' ' || line[at + 2] != ' ') {
            return;
        }
        int nameEnd = name;
        while (nameEnd < end && line[nameEnd] != '\t' && line[nameEnd] != ' ') {
            nameEnd++;
        }
        add(address, line, name, nameEnd, module(line, nameEnd, end));
    }

    private short module(byte[] line, int nameEnd, int end) {
        if (nameEnd + 3 >= end || line[nameEnd + 1] != '[' || line[end - 1] != ']') {
            return 0;
        }
        if (Arrays.equals(line, nameEnd + 2, end - 1, lastModule, 0, lastModule.length)) {
            return lastNumber;
        }
        lastModule = Arrays.copyOfRange(line, nameEnd + 2, end - 1);
        String module = new String(lastModule, StandardCharsets.UTF_8);
        Short known = moduleNumbers.get(module);
        if (known == null) {
            if (moduleNames.size() > Short.MAX_VALUE) {
                return 0;
            }
            known = (short) moduleNames.size();
            moduleNumbers.put(module, known);
            moduleNames.add(module);
        }
        lastNumber = known;
        return lastNumber;
    }

    private void add(long address, byte[] line, int name, int nameEnd, short module) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, count * 2);
            names = Arrays.copyOf(names, count * 2);
            modules = Arrays.copyOf(modules, count * 2);
        }
        int length = nameEnd - name;
        if (textSize + length + 1 > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, textSize + length + 1));
        }
        System.arraycopy(line, name, text, textSize, length);
        addresses[count] = address;
        names[count] = textSize;
        modules[count++] = module;
        textSize += length + 1;
    }
}
