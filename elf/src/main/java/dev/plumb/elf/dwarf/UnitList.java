package dev.plumb.elf.dwarf;

import dev.plumb.elf.AddressOrder;
import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import java.util.Arrays;

/// The units of `.debug_info`, by offset. Only their headers are read until one is asked for.
final class UnitList {
    private final Sections sections;
    private long[] offsets = new long[64];
    private int count;

    UnitList(Sections sections) {
        this.sections = sections;
        try {
            for (long at = 0; at < sections.info().byteSize(); ) {
                long end = UnitHeader.read(sections.info(), at).end();
                if (count == offsets.length) {
                    offsets = Arrays.copyOf(offsets, count * 2);
                }
                offsets[count++] = at;
                at = end;
            }
        } catch (ElfException | IndexOutOfBoundsException e) {
            // A damaged tail: the units before it are still good.
        }
    }

    int count() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    /// The unit that holds an offset of the section, or -1.
    int find(long offset) {
        return AddressOrder.floor(offsets, count, offset);
    }

    /// Reads a unit's abbreviations and first entry. Throws [ElfException] for a unit that cannot be understood.
    LoadedUnit load(int index) {
        try {
            UnitHeader header = UnitHeader.read(sections.info(), offsets[index]);
            if (header.type() < 0) {
                throw new ElfException("DWARF version " + header.encoding().version() + " is not supported");
            }
            Abbreviations abbreviations = Sections.parse(
                    sections.abbrev(), header.abbrevOffset(), 4096, in -> Abbreviations.read(in, header.encoding()));
            Unit unit = new Unit(
                    sections, header.encoding(), offsets[index], header.entries(), header.end(), abbreviations);
            Entry first = entry(unit, header.entries());
            return new LoadedUnit(header.type(), unit, first, root(unit, first));
        } catch (IndexOutOfBoundsException e) {
            throw new ElfException("damaged DWARF: truncated unit at " + offsets[index], e);
        }
    }

    /// Reads the entry at an offset of the section, which must lie in the unit.
    static Entry entry(Unit unit, long offset) {
        if (offset < unit.entries() || offset >= unit.end()) {
            throw new ElfException("damaged DWARF: a reference out of its unit");
        }
        return Sections.parse(
                unit.sections().info().asSlice(0, unit.end()), offset, 256, in -> entry(unit, offset, in));
    }

    private static Entry entry(Unit unit, long offset, ByteReader in) {
        Entry entry = new Entry();
        long code = in.uleb();
        if (code != 0) {
            entry.read(unit.abbreviations().get(code), in, offset, unit.encoding());
        }
        return entry;
    }

    private static Unit.Root root(Unit unit, Entry first) {
        Unit.Root bases =
                new Unit.Root(0, first.strOffsetsBase, first.addrBase, first.rnglistsBase, first.lineOffset, null);
        return new Unit.Root(
                first.lowForm == 0 ? 0 : unit.address(first.lowForm, first.low, first.addrBase),
                first.strOffsetsBase,
                first.addrBase,
                first.rnglistsBase,
                first.lineOffset,
                first.dirForm == 0 ? null : unit.string(first.dirForm, first.dir, bases));
    }
}
