package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The abbreviations of a unit, by code. Compilers number them from 1, which makes the list an array.
final class Abbreviations {
    private static final int MAX_ATTRIBUTES = 1 << 12;

    private final List<@Nullable Abbreviation> dense = new ArrayList<>();
    private final Map<Long, Abbreviation> sparse = new HashMap<>();

    private Abbreviations() {}

    static Abbreviations read(ByteReader in, Encoding encoding) {
        Abbreviations table = new Abbreviations();
        table.dense.add(null);
        for (long code = in.uleb(); code != 0; code = in.uleb()) {
            Abbreviation abbreviation = abbreviation(in, encoding);
            if (code == table.dense.size()) {
                table.dense.add(abbreviation);
            } else {
                table.sparse.put(code, abbreviation);
            }
        }
        return table;
    }

    Abbreviation get(long code) {
        Abbreviation found = code > 0 && code < dense.size() ? dense.get((int) code) : sparse.get(code);
        if (found == null) {
            throw new ElfException("damaged DWARF: no abbreviation " + Long.toUnsignedString(code));
        }
        return found;
    }

    private static Abbreviation abbreviation(ByteReader in, Encoding encoding) {
        int tag = (int) in.uleb();
        boolean children = in.u8() != 0;
        long[] attributes = new long[24];
        int used = 0;
        int fixedSize = 0;
        while (true) {
            long attribute = in.uleb();
            long form = in.uleb();
            long implicit = form == Form.IMPLICIT_CONST ? in.sleb() : 0;
            if (attribute == 0 && form == 0) {
                break;
            }
            if (used == attributes.length) {
                if (used > 3 * MAX_ATTRIBUTES) {
                    throw new ElfException("damaged DWARF: an entry with too many attributes");
                }
                attributes = Arrays.copyOf(attributes, used * 2);
            }
            attributes[used++] = attribute;
            attributes[used++] = form;
            attributes[used++] = implicit;
            int size = Form.fixedSize((int) form, encoding);
            fixedSize = size < 0 || fixedSize < 0 ? -1 : fixedSize + size;
        }
        return new Abbreviation(tag, children, Arrays.copyOf(attributes, used), fixedSize);
    }
}
