package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The headers of an ELF file, 32 or 64 bit, little endian.
///
/// ```
///  0  7f 'E' 'L' 'F' class data version ...      class 1: 32 bit, 2: 64 bit; data 1: little endian
/// 16  type:2 machine:2 version:4
/// 24  entry:w phoff:w shoff:w flags:4            w is 4 or 8 bytes
///     ehsize:2 phentsize:2 phnum:2 shentsize:2 shnum:2 shstrndx:2
/// ```
record ElfHeader(boolean wide, int type, int machine, List<ElfSection> sections, List<ElfSegment> segments) {
    private static final int MAX_HEADERS = 1 << 20;
    private static final int INDEX_ESCAPE = 0xffff;

    static ElfHeader read(MemorySegment file) {
        if (file.byteSize() < 52 || Memory.i32(file, 0) != 0x464c457f) {
            throw new ElfException("not an ELF file");
        }
        boolean wide = switch (file.get(ValueLayout.JAVA_BYTE, 4)) {
            case 1 -> false;
            case 2 -> true;
            default -> throw new ElfException("neither a 32 nor a 64 bit ELF file");
        };
        if (file.get(ValueLayout.JAVA_BYTE, 5) != 1) {
            throw new ElfException("a big-endian ELF file, which is not supported");
        }
        ByteReader in = new ByteReader(Memory.copy(file, 0, Math.min(64, file.byteSize())), 16);
        int type = in.u16();
        int machine = in.u16();
        in.skip(wide ? 12 : 8);
        int word = wide ? 8 : 4;
        long segmentOffset = in.unsigned(word);
        long sectionOffset = in.unsigned(word);
        in.skip(8);
        int segmentCount = in.u16();
        in.skip(2);
        int sectionCount = in.u16();
        int nameIndex = in.u16();
        List<ElfSection> sections = sections(file, wide, sectionOffset, sectionCount, nameIndex);
        if (segmentCount == INDEX_ESCAPE && !sections.isEmpty()) {
            segmentCount = sections.get(0).info();
        }
        return new ElfHeader(wide, type, machine, sections, segments(file, wide, segmentOffset, segmentCount));
    }

    private static List<ElfSection> sections(MemorySegment file, boolean wide, long offset, int count, int nameIndex) {
        int entry = wide ? 64 : 40;
        if (offset == 0 || offset > file.byteSize() - entry) {
            return List.of();
        }
        ElfSection first = section(new ByteReader(Memory.copy(file, offset, entry)), wide, 0);
        long total = count == 0 ? first.size() : count;
        int names = nameIndex == INDEX_ESCAPE ? first.link() : nameIndex;
        total = Math.min(total, (file.byteSize() - offset) / entry);
        if (total < 1 || total > MAX_HEADERS) {
            throw new ElfException("damaged: " + total + " section headers");
        }
        ByteReader in = new ByteReader(Memory.copy(file, offset, total * entry));
        List<ElfSection> unnamed = new ArrayList<>((int) total);
        for (int i = 0; i < total; i++) {
            unnamed.add(section(in, wide, i));
        }
        return named(file, unnamed, names);
    }

    private static ElfSection section(ByteReader in, boolean wide, int index) {
        int word = wide ? 8 : 4;
        String name = Integer.toUnsignedString(in.i32());
        int type = in.i32();
        long flags = in.unsigned(word);
        long address = in.unsigned(word);
        long offset = in.unsigned(word);
        long size = in.unsigned(word);
        int link = in.i32();
        int info = in.i32();
        in.skip(word);
        return new ElfSection(index, name, type, flags, address, offset, size, link, info, in.unsigned(word));
    }

    /// Replaces the name offsets, which `section` left in place of the names.
    private static List<ElfSection> named(MemorySegment file, List<ElfSection> sections, int nameIndex) {
        if (nameIndex <= 0 || nameIndex >= sections.size()) {
            return List.copyOf(sections);
        }
        ElfSection table = sections.get(nameIndex);
        byte[] names = Memory.isWithin(file, table.offset(), table.size()) && table.size() < 1 << 28
                ? Memory.copy(file, table.offset(), table.size())
                : new byte[0];
        List<ElfSection> named = new ArrayList<>(sections.size());
        for (ElfSection s : sections) {
            named.add(new ElfSection(
                    s.index(),
                    stringAt(names, Long.parseLong(s.name())),
                    s.type(),
                    s.flags(),
                    s.address(),
                    s.offset(),
                    s.size(),
                    s.link(),
                    s.info(),
                    s.entrySize()));
        }
        return List.copyOf(named);
    }

    private static String stringAt(byte[] names, long offset) {
        if (offset >= names.length) {
            return "";
        }
        int end = (int) offset;
        while (end < names.length && names[end] != 0) {
            end++;
        }
        return new String(names, (int) offset, end - (int) offset, StandardCharsets.UTF_8);
    }

    private static List<ElfSegment> segments(MemorySegment file, boolean wide, long offset, int count) {
        int entry = wide ? 56 : 32;
        if (count < 1 || count > MAX_HEADERS || !Memory.isWithin(file, offset, (long) count * entry)) {
            return List.of();
        }
        ByteReader in = new ByteReader(Memory.copy(file, offset, (long) count * entry));
        List<ElfSegment> segments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            segments.add(wide ? wideSegment(in) : narrowSegment(in));
        }
        return List.copyOf(segments);
    }

    private static ElfSegment wideSegment(ByteReader in) {
        int type = in.i32();
        int flags = in.i32();
        long offset = in.i64();
        long address = in.i64();
        in.skip(8);
        ElfSegment segment = new ElfSegment(type, flags, offset, address, in.i64(), in.i64());
        in.skip(8);
        return segment;
    }

    private static ElfSegment narrowSegment(ByteReader in) {
        int type = in.i32();
        long offset = in.u32();
        long address = in.u32();
        in.skip(4);
        long fileSize = in.u32();
        long memorySize = in.u32();
        int flags = in.i32();
        in.skip(4);
        return new ElfSegment(type, flags, offset, address, fileSize, memorySize);
    }
}
