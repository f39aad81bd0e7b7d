package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.Memory;
import java.lang.foreign.MemorySegment;

/// The header of a unit in `.debug_info`.
///
/// @param entries where the first entry begins
/// @param end where the next unit begins
record UnitHeader(Encoding encoding, int type, long abbrevOffset, long entries, long end) {
    static final int TYPE_UNIT = 2;
    static final int SKELETON_UNIT = 4;
    static final int SPLIT_COMPILE_UNIT = 5;
    static final int SPLIT_TYPE_UNIT = 6;

    private static final int MAX_BYTES = 40;

    /// Reads the header at an offset; a header of an unknown version has type -1 but an end.
    static UnitHeader read(MemorySegment info, long offset) {
        ByteReader in = new ByteReader(Memory.copy(info, offset, Math.min(MAX_BYTES, info.byteSize() - offset)));
        long length = in.u32();
        int offsetSize = 4;
        if (length == 0xffff_ffffL) {
            length = in.i64();
            offsetSize = 8;
        }
        long end = offset + in.position() + length;
        if (length < 7 || end > info.byteSize() || end < 0) {
            throw new ElfException("damaged DWARF: a unit of " + Long.toUnsignedString(length) + " bytes at " + offset);
        }
        int version = in.u16();
        int type = 1;
        int addressSize;
        long abbrevOffset;
        if (version >= 5) {
            type = in.u8();
            addressSize = in.u8();
            abbrevOffset = in.unsigned(offsetSize);
            switch (type) {
                case SKELETON_UNIT, SPLIT_COMPILE_UNIT -> in.skip(8);
                case TYPE_UNIT, SPLIT_TYPE_UNIT -> in.skip(8 + offsetSize);
                default -> in.skip(0);
            }
        } else {
            abbrevOffset = in.unsigned(offsetSize);
            addressSize = in.u8();
        }
        boolean known = version >= 2 && version <= 5 && (addressSize == 4 || addressSize == 8);
        Encoding encoding = new Encoding(version, addressSize, offsetSize);
        return new UnitHeader(encoding, known ? type : -1, abbrevOffset, offset + in.position(), end);
    }
}
