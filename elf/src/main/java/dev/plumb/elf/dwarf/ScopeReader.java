package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.Memory;
import java.util.Arrays;
import java.util.function.LongPredicate;

/// Walks the entries of a unit once and collects its functions and inlined calls.
final class ScopeReader {
    /// A hostile file can make every entry refer to one long list of ranges; a real unit comes nowhere near.
    private static final int MAX_RANGES = 1 << 22;

    private final Unit unit;
    private final Unit.Root root;
    private final LongPredicate executable;
    private final IntervalTable.Builder intervals = new IntervalTable.Builder();
    private final Entry entry = new Entry();
    private long[] entries = new long[64];
    private int[] parents = new int[64];
    private int[] callFiles = new int[64];
    private int[] callLines = new int[64];
    private long[] lows = new long[64];
    private int count;
    private int rangesSeen;

    ScopeReader(Unit unit, Unit.Root root, LongPredicate executable) {
        this.unit = unit;
        this.root = root;
        this.executable = executable;
    }

    ScopeTable read() {
        byte[] bytes = Memory.copy(unit.sections().info(), unit.offset(), unit.end() - unit.offset());
        ByteReader in = new ByteReader(bytes);
        in.position(unit.entries() - unit.offset());
        int[] scopeAt = new int[32];
        scopeAt[0] = -1;
        int depth = 0;
        while (in.remaining() > 0) {
            int at = in.position();
            long code = in.uleb();
            if (code == 0) {
                if (--depth <= 0) {
                    break;
                }
                continue;
            }
            Abbreviation shape = unit.abbreviations().get(code);
            int scope = scope(shape, in, at, scopeAt[depth]);
            if (shape.children()) {
                if (++depth == scopeAt.length) {
                    scopeAt = Arrays.copyOf(scopeAt, depth * 2);
                }
                scopeAt[depth] = scope;
            } else if (depth == 0) {
                break;
            }
        }
        return new ScopeTable(
                intervals.build(),
                Arrays.copyOf(entries, count),
                Arrays.copyOf(parents, count),
                Arrays.copyOf(callFiles, count),
                Arrays.copyOf(callLines, count),
                Arrays.copyOf(lows, count));
    }

    /// Reads an entry, and returns the scope its children are in.
    private int scope(Abbreviation shape, ByteReader in, int at, int around) {
        if (shape.tag() == Tag.SUBPROGRAM) {
            entry.read(shape, in, unit.offset(), unit.encoding());
            return add(at, -1);
        }
        if (shape.tag() == Tag.INLINED_SUBROUTINE) {
            entry.read(shape, in, unit.offset(), unit.encoding());
            int scope = add(at, around);
            return scope < 0 ? around : scope;
        }
        Entry.skip(shape, in, unit.encoding());
        return around;
    }

    private int add(int at, int parent) {
        long[] ranges = RangeLists.of(entry, unit, root);
        rangesSeen += ranges.length / 2;
        if (rangesSeen > MAX_RANGES) {
            throw new ElfException("damaged DWARF: too many address ranges in the unit at " + unit.offset());
        }
        boolean added = false;
        for (int i = 0; i < ranges.length; i += 2) {
            // The linker leaves addresses outside the program in entries of code it has dropped.
            if (executable.test(ranges[i])) {
                intervals.add(ranges[i], ranges[i + 1], count);
                added = true;
            }
        }
        if (!added) {
            return -1;
        }
        if (count == entries.length) {
            int more = count * 2;
            entries = Arrays.copyOf(entries, more);
            parents = Arrays.copyOf(parents, more);
            callFiles = Arrays.copyOf(callFiles, more);
            callLines = Arrays.copyOf(callLines, more);
            lows = Arrays.copyOf(lows, more);
        }
        entries[count] = namedEntry(at);
        parents[count] = parent;
        callFiles[count] = entry.callFile;
        callLines[count] = entry.callLine;
        lows[count] = ranges[0];
        return count++;
    }

    /// An entry of inlined code rarely has a name of its own; what it refers to in the same unit has.
    private long namedEntry(int at) {
        boolean unnamed = entry.nameForm == 0 && entry.linkageForm == 0;
        return switch (unnamed ? entry.originForm : 0) {
            case Form.REF1, Form.REF2, Form.REF4, Form.REF8, Form.REF_UDATA -> unit.offset() + entry.origin;
            default -> unit.offset() + at;
        };
    }
}
