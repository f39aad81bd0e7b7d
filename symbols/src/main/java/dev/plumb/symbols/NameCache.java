package dev.plumb.symbols;

import dev.plumb.elf.SymbolTable;
import dev.plumb.elf.demangle.Demangler;
import java.util.HashMap;
import java.util.Map;

/// Names of one module that were read and demangled once: to demangle takes a hundred times as long as to find.
///
/// Holds up to a number of bytes, and starts over when they are used up.
final class NameCache {
    private static final long ENTRY_BYTES = 150;

    private final boolean raw;
    private final long budgetBytes;
    private final Map<Integer, String> bySymbol = new HashMap<>();
    private final Map<String, String> byName = new HashMap<>();
    private long bytes;

    NameCache(boolean raw, long budgetBytes) {
        this.raw = raw;
        this.budgetBytes = budgetBytes;
    }

    /// The readable name of a row of a symbol table, always the same one.
    String symbol(SymbolTable table, int row) {
        String known = bySymbol.get(row);
        if (known == null) {
            known = demangled(table.name(row));
            room(known.length());
            bySymbol.put(row, known);
        }
        return known;
    }

    /// The readable form of a linker's name.
    String readable(String name) {
        if (raw) {
            return name;
        }
        String known = byName.get(name);
        if (known == null) {
            known = demangled(name);
            room(name.length() + known.length());
            byName.put(name, known);
        }
        return known;
    }

    private String demangled(String name) {
        if (raw) {
            return name;
        }
        // `malloc@@GLIBC_2.2.5`: the version tells nothing about the code. `puts@plt` stays.
        int version = name.indexOf('@');
        String bare = version > 0 && !name.endsWith("@plt") ? name.substring(0, version) : name;
        String readable = Demangler.demangle(bare);
        return readable == null ? bare : readable;
    }

    private void room(int characters) {
        bytes += ENTRY_BYTES + characters;
        if (bytes > budgetBytes) {
            bySymbol.clear();
            byName.clear();
            bytes = ENTRY_BYTES + characters;
        }
    }

    long heapBytes() {
        return bytes;
    }
}
