package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Finds functions by name: every name counts here, where a [SymbolTable] keeps one for each address.
public final class FunctionNames {
    private static final int ENTRY_BYTES = 24;
    private static final int FUNC = 2;
    private static final int GNU_IFUNC = 10;

    private FunctionNames() {}

    /// The file offsets of all functions whose names match. 64-bit files only.
    public static Map<String, Long> offsets(ElfFile file, Predicate<String> wanted) {
        Map<String, Long> offsets = new TreeMap<>();
        for (ElfSection section : file.sections()) {
            boolean symbols = section.type() == ElfSection.SYMTAB || section.type() == ElfSection.DYNSYM;
            boolean named =
                    section.link() > 0 && section.link() < file.sections().size();
            if (symbols && named && section.present() && file.wide()) {
                try {
                    collect(file, section, wanted, offsets);
                } catch (IndexOutOfBoundsException e) {
                    throw new ElfException(file.name() + ": damaged symbol table", e);
                }
            }
        }
        return offsets;
    }

    private static void collect(ElfFile file, ElfSection section, Predicate<String> wanted, Map<String, Long> offsets) {
        MemorySegment names = file.bytes(file.sections().get(section.link()));
        MemorySegment bytes = file.bytes(section);
        ByteReader in = new ByteReader(Memory.copy(bytes, 0, bytes.byteSize() / ENTRY_BYTES * ENTRY_BYTES));
        for (long i = bytes.byteSize() / ENTRY_BYTES; i > 0; i--) {
            int name = in.i32();
            int type = in.u8() & 0xf;
            in.skip(1);
            int definedIn = in.u16();
            long address = in.i64();
            in.skip(8);
            if (definedIn == 0 || (type != FUNC && type != GNU_IFUNC)) {
                continue;
            }
            String text = Memory.string(names, name & 0xffff_ffffL);
            if (text != null && wanted.test(text)) {
                offsets.putIfAbsent(text, offset(file, address));
            }
        }
    }

    private static long offset(ElfFile file, long address) {
        for (ElfSegment segment : file.segments()) {
            if (segment.load() && segment.contains(address)) {
                return address - segment.address() + segment.offset();
            }
        }
        return address;
    }
}
