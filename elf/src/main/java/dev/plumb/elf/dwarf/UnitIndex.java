package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.Memory;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.LongPredicate;

/// Finds the unit of an address: from `.debug_aranges` if the compiler wrote it, and from the first entry of each
/// unit that is not mentioned there.
///
/// ```
/// length:4/12 version:2 unitOffset:o addressSize:1 segmentSize:1, padded to two addresses, then (start, length)...
/// ```
final class UnitIndex {
    private UnitIndex() {}

    static IntervalTable read(Sections sections, UnitList units, LongPredicate executable) {
        IntervalTable.Builder table = new IntervalTable.Builder();
        BitSet covered = new BitSet();
        try {
            aranges(sections.aranges(), units, executable, table, covered);
        } catch (IndexOutOfBoundsException | ElfException e) {
            // A damaged list: the units themselves tell the rest.
        }
        for (int i = 0; i < units.count(); i++) {
            if (!covered.get(i)) {
                try {
                    addRanges(units.load(i), i, executable, table);
                } catch (IndexOutOfBoundsException | ElfException e) {
                    // One damaged unit does not hide the others.
                }
            }
        }
        return table.build();
    }

    private static void addRanges(LoadedUnit unit, int index, LongPredicate executable, IntervalTable.Builder table) {
        if (!unit.holdsCode()) {
            return;
        }
        long[] ranges = unit.ranges();
        for (int i = 0; i < ranges.length; i += 2) {
            if (executable.test(ranges[i])) {
                table.add(ranges[i], ranges[i + 1], index);
            }
        }
    }

    private static void aranges(
            MemorySegment section,
            UnitList units,
            LongPredicate executable,
            IntervalTable.Builder table,
            BitSet covered) {
        if (section.byteSize() == 0) {
            return;
        }
        ByteReader in = new ByteReader(Memory.copy(section, 0, section.byteSize()));
        while (in.remaining() > 12) {
            int start = in.position();
            long length = in.u32();
            int offsetSize = length == 0xffff_ffffL ? 8 : 4;
            length = offsetSize == 8 ? in.i64() : length;
            int end = in.position() + Math.clamp(length, 0, in.remaining());
            in.skip(2);
            long unitOffset = in.unsigned(offsetSize);
            int addressSize = in.u8();
            in.skip(1);
            int unit = units.find(unitOffset);
            if (unit >= 0 && units.offset(unit) == unitOffset && (addressSize == 4 || addressSize == 8)) {
                int header = in.position() - start;
                in.skip(Math.floorMod(-header, 2 * addressSize));
                pairs(in, end, addressSize, unit, executable, table);
                covered.set(unit);
            }
            in.position(end);
        }
    }

    private static void pairs(
            ByteReader in, int end, int size, int unit, LongPredicate executable, IntervalTable.Builder table) {
        while (in.position() + 2 * size <= end) {
            long start = in.unsigned(size);
            long length = in.unsigned(size);
            if (start == 0 && length == 0) {
                return;
            }
            if (executable.test(start)) {
                table.add(start, start + length, unit);
            }
        }
    }
}
