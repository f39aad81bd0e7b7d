package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A unit of debug information, usually one source file with all it includes: where it is, and how to read it.
///
/// ```
/// version 2-4   length:4/12 version:2 abbrevOffset:o addressSize:1
/// version 5     length:4/12 version:2 type:1 addressSize:1 abbrevOffset:o [id:8 for skeletons]
/// ```
///
/// @param offset where its header begins in `.debug_info`
/// @param entries where its first entry begins
/// @param end where it ends
record Unit(Sections sections, Encoding encoding, long offset, long entries, long end, Abbreviations abbreviations) {

    /// A string value, or null if it is none or damaged.
    @Nullable
    String string(int form, long value, Root root) {
        return switch (form) {
            case Form.STRP -> Memory.string(sections.str(), value);
            case Form.LINE_STRP -> Memory.string(sections.lineStr(), value);
            case Form.STRING -> Memory.string(sections.info(), value);
            case Form.STRP_SUP, Form.GNU_STRP_ALT ->
                sections.alternate() == null
                        ? null
                        : Memory.string(sections.alternate().str(), value);
            case Form.STRX, Form.STRX1, Form.STRX1 + 1, Form.STRX1 + 2, Form.STRX4, Form.GNU_STR_INDEX ->
                Memory.string(sections.str(), indexed(sections.strOffsets(), root.strOffsetsBase(), value));
            default -> null;
        };
    }

    /// An address value, direct or by index.
    long address(int form, long value, long addrBase) {
        return switch (form) {
            case Form.ADDRX, Form.ADDRX1, Form.ADDRX1 + 1, Form.ADDRX1 + 2, Form.ADDRX4, Form.GNU_ADDR_INDEX ->
                number(sections.addr(), addrBase + value * encoding.addressSize(), encoding.addressSize());
            default -> value;
        };
    }

    private long indexed(MemorySegment table, long base, long index) {
        return number(table, base + index * encoding.offsetSize(), encoding.offsetSize());
    }

    static long number(MemorySegment table, long offset, int size) {
        return new ByteReader(Memory.copy(table, offset, size)).unsigned(size);
    }

    /// What the first entry says about the whole unit.
    ///
    /// @param lineOffset of its line table, or -1
    record Root(
            long low,
            long strOffsetsBase,
            long addrBase,
            long rnglistsBase,
            long lineOffset,
            @Nullable String directory) {}
}
