package dev.plumb.elf.dwarf;

import dev.plumb.elf.ElfException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// A unit in use: its functions and its lines are parsed when they are first asked for.
final class LoadedUnit {
    private final int type;
    private final Unit unit;
    private final Entry first;
    private final Unit.Root root;
    private @Nullable ScopeTable scopes;
    private @Nullable LineTable lines;
    /// Names of functions by the offset of their entry: few functions are inlined at most places.
    private final Map<Long, String> names = new HashMap<>();

    private long nameBytes;

    LoadedUnit(int type, Unit unit, Entry first, Unit.Root root) {
        this.type = type;
        this.unit = unit;
        this.first = first;
        this.root = root;
    }

    Unit unit() {
        return unit;
    }

    Unit.Root root() {
        return root;
    }

    boolean holdsCode() {
        return type != UnitHeader.TYPE_UNIT && type != UnitHeader.SPLIT_TYPE_UNIT;
    }

    /// The address ranges of the whole unit, in pairs.
    long[] ranges() {
        return RangeLists.of(first, unit, root);
    }

    ScopeTable scopes(LongPredicate executable) {
        if (scopes == null) {
            try {
                scopes = new ScopeReader(unit, root, executable).read();
            } catch (IndexOutOfBoundsException e) {
                throw new ElfException("damaged DWARF: truncated unit at " + unit.offset(), e);
            }
        }
        return scopes;
    }

    LineTable lines(LongPredicate executable) {
        if (lines == null) {
            try {
                lines = root.lineOffset() < 0 ? LineTable.EMPTY : LineProgram.read(unit, root, executable);
            } catch (IndexOutOfBoundsException e) {
                throw new ElfException("damaged DWARF: truncated line table at " + root.lineOffset(), e);
            }
        }
        return lines;
    }

    @Nullable
    String knownName(long entry) {
        return names.get(entry);
    }

    void know(long entry, String name) {
        names.put(entry, name);
        nameBytes += 120 + name.length();
    }

    /// Bytes of heap it takes, with a guess for its abbreviations.
    long heapBytes() {
        return 16_384 + nameBytes + (scopes == null ? 0 : scopes.heapBytes()) + (lines == null ? 0 : lines.heapBytes());
    }
}
