package dev.plumb.elf.dwarf;

import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Debug information of a file: the functions, inlined functions, files and lines of addresses.
///
/// Units are parsed when an address in them is first asked for, and kept within a budget; the ones used longest ago
/// go first. The file must stay open. Not thread-safe.
public final class Dwarf {
    private static final int MAX_REFERENCES = 16;
    private static final int MAX_INLINED = 256;

    private final LongPredicate executable;
    private final UnitList units;
    private final @Nullable UnitList alternateUnits;
    private final IntervalTable index;
    private final long budgetBytes;
    /// Units in use, least recently used first; those of the alternate file under negative numbers.
    private final LinkedHashMap<Integer, LoadedUnit> loaded = new LinkedHashMap<>(16, 0.75f, true);
    private long unitBytes;

    private Dwarf(ElfFile file, @Nullable ElfFile alternate, long budgetBytes) {
        this.executable = file::executable;
        this.budgetBytes = budgetBytes;
        Sections sections = Sections.of(file, alternate);
        this.units = new UnitList(sections);
        Sections others = sections.alternate();
        this.alternateUnits = others == null ? null : new UnitList(others);
        this.index = UnitIndex.read(sections, units, executable);
    }

    /// Reads where the units are.
    ///
    /// @param alternate the file that [ElfFile#alternateLink] names, or null
    /// @param budgetBytes heap that parsed units may take
    /// @return null if the file has no debug information
    public static @Nullable Dwarf of(ElfFile file, @Nullable ElfFile alternate, long budgetBytes) {
        try {
            return file.bytes(".debug_info") == null || file.bytes(".debug_abbrev") == null
                    ? null
                    : new Dwarf(file, alternate, budgetBytes);
        } catch (IndexOutOfBoundsException | ElfException e) {
            throw new ElfException(file.name() + ": " + e.getMessage(), e);
        }
    }

    /// The frames of a virtual address, innermost first; empty if the debug information does not cover it. Throws
    /// [ElfException] if that part of it is damaged.
    public List<SourceFrame> find(long address) {
        int number = index.find(address);
        if (number < 0) {
            return List.of();
        }
        try {
            LoadedUnit unit = load(units, number, true);
            long before = unit.heapBytes();
            List<SourceFrame> frames = frames(unit, address);
            unitBytes += unit.heapBytes() - before;
            trim();
            return frames;
        } catch (IndexOutOfBoundsException e) {
            throw new ElfException("damaged DWARF", e);
        }
    }

    private List<SourceFrame> frames(LoadedUnit unit, long address) {
        LineTable lines = unit.lines(executable);
        int row = lines.find(address);
        String file = row < 0 ? null : lines.path(lines.file(row));
        int line = row < 0 ? 0 : lines.line(row);
        ScopeTable scopes = unit.scopes(executable);
        int scope = scopes.find(address);
        if (scope < 0) {
            return row < 0 ? List.of() : List.of(new SourceFrame(null, file, line, false, 0));
        }
        List<SourceFrame> frames = new ArrayList<>(4);
        while (scope >= 0 && frames.size() < MAX_INLINED) {
            int parent = scopes.parent(scope);
            String name = name(unit, scopes.entry(scope));
            frames.add(new SourceFrame(name, file, line, parent >= 0, scopes.low(scope)));
            file = lines.path(scopes.callFile(scope));
            line = scopes.callLine(scope);
            scope = parent;
        }
        return frames;
    }

    /// The name of the function at an entry: its own, or that of the declaration it refers to.
    private @Nullable String name(LoadedUnit unit, long entry) {
        String known = unit.knownName(entry);
        if (known == null) {
            known = readName(unit, entry);
            if (known != null) {
                unit.know(entry, known);
            }
        }
        return known;
    }

    private @Nullable String readName(LoadedUnit start, long startOffset) {
        LoadedUnit unit = start;
        long offset = startOffset;
        String plain = null;
        for (int i = 0; i < MAX_REFERENCES; i++) {
            Entry entry = UnitList.entry(unit.unit(), offset);
            if (entry.linkageForm != 0) {
                return unit.unit().string(entry.linkageForm, entry.linkage, unit.root());
            }
            if (plain == null && entry.nameForm != 0) {
                plain = unit.unit().string(entry.nameForm, entry.name, unit.root());
            }
            LoadedUnit next = target(unit, entry);
            if (next == null) {
                return plain;
            }
            offset = reference(unit, entry);
            unit = next;
        }
        return plain;
    }

    private static long reference(LoadedUnit unit, Entry entry) {
        return switch (entry.originForm) {
            case Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA ->
                unit.unit().offset() + entry.origin;
            default -> entry.origin;
        };
    }

    /// The unit an entry's reference leads to; null if there is none.
    private @Nullable LoadedUnit target(LoadedUnit unit, Entry entry) {
        return switch (entry.originForm) {
            case Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA -> unit;
            case Form.REF_ADDR -> {
                boolean main = unit.unit().sections().alternate() != null || alternateUnits == null;
                yield at(main ? units : alternateUnits, entry.origin, main);
            }
            case Form.GNU_REF_ALT, Form.REF_SUP4, Form.REF_SUP8 -> at(alternateUnits, entry.origin, false);
            default -> null;
        };
    }

    private @Nullable LoadedUnit at(@Nullable UnitList list, long offset, boolean main) {
        int number = list == null ? -1 : list.find(offset);
        return list == null || number < 0 ? null : load(list, number, main);
    }

    private LoadedUnit load(UnitList list, int number, boolean main) {
        int key = main ? number : -1 - number;
        LoadedUnit unit = loaded.get(key);
        if (unit == null) {
            unit = list.load(number);
            loaded.put(key, unit);
            unitBytes += unit.heapBytes();
        }
        return unit;
    }

    /// Bytes of heap it takes.
    public long heapBytes() {
        return index.heapBytes() + 8L * units.count() + unitBytes;
    }

    /// Drops the units used longest ago, down to half the budget so that this is rare; never the last one.
    private void trim() {
        if (unitBytes <= budgetBytes) {
            return;
        }
        Iterator<LoadedUnit> eldest = loaded.values().iterator();
        while (unitBytes > budgetBytes / 2 && loaded.size() > 1) {
            unitBytes -= eldest.next().heapBytes();
            eldest.remove();
        }
    }
}
