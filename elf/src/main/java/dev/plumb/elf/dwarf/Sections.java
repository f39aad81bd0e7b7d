package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.Memory;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sections of a file that hold DWARF. One that is absent is empty.
///
/// @param alternate the sections of the file that `dwz` moved shared entries to, or null
record Sections(
        MemorySegment info,
        MemorySegment abbrev,
        MemorySegment str,
        MemorySegment lineStr,
        MemorySegment strOffsets,
        MemorySegment addr,
        MemorySegment ranges,
        MemorySegment rnglists,
        MemorySegment line,
        MemorySegment aranges,
        @Nullable Sections alternate) {

    static Sections of(ElfFile file, @Nullable ElfFile alternate) {
        return new Sections(
                bytes(file, ".debug_info"),
                bytes(file, ".debug_abbrev"),
                bytes(file, ".debug_str"),
                bytes(file, ".debug_line_str"),
                bytes(file, ".debug_str_offsets"),
                bytes(file, ".debug_addr"),
                bytes(file, ".debug_ranges"),
                bytes(file, ".debug_rnglists"),
                bytes(file, ".debug_line"),
                bytes(file, ".debug_aranges"),
                alternate == null ? null : of(alternate, null));
    }

    private static MemorySegment bytes(ElfFile file, String name) {
        MemorySegment bytes = file.bytes(name);
        return bytes == null ? MemorySegment.NULL : bytes;
    }

    /// Parses something of unknown length: on a first window of bytes, and on longer ones if that was too short.
    static <T> T parse(MemorySegment section, long offset, int window, Function<ByteReader, T> parser) {
        long left = section.byteSize() - offset;
        for (long size = window; ; size *= 8) {
            ByteReader in = new ByteReader(Memory.copy(section, offset, Math.min(size, Math.max(left, 0))));
            try {
                return parser.apply(in);
            } catch (IndexOutOfBoundsException e) {
                if (size >= left) {
                    throw e;
                }
            }
        }
    }
}
