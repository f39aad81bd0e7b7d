package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Collects functions from symbol tables and chooses one name for each address.
///
/// ```
/// 64 bit   name:4 info:1 other:1 section:2 value:8 size:8
/// 32 bit   name:4 value:4 size:4 info:1 other:1 section:2
/// ```
final class SymbolTableBuilder {
    private static final int NOTYPE = 0;
    private static final int FUNC = 2;
    private static final int GNU_IFUNC = 10;
    private static final int UNDEFINED = 0;
    private static final int RESERVED = 0xff00;
    private static final int EXTENDED = 0xffff;
    private static final int CHUNK_ENTRIES = 1 << 14;
    private static final int MAX_SYMBOLS = 1 << 25;
    /// In a rank: a function of the full symbol table, which lists all others too.
    private static final int COMPLETE = 8;
    private static final int FUNCTION = 4;
    private static final int RANK = 7;

    private long[] starts = new long[1024];
    private int[] sizes = new int[1024];
    private int[] names = new int[1024];
    private byte[] sources = new byte[1024];
    private byte[] ranks = new byte[1024];
    private int count;
    private final List<MemorySegment> strings = new ArrayList<>();
    private final List<ElfFile> files = new ArrayList<>();
    private final List<ElfSection> codeSections = new ArrayList<>();

    void add(ElfFile file) {
        try {
            for (ElfSection section : file.sections()) {
                boolean symbols = section.type() == ElfSection.SYMTAB || section.type() == ElfSection.DYNSYM;
                if (symbols && section.present()) {
                    addTable(file, section);
                }
            }
            files.add(file);
        } catch (IndexOutOfBoundsException e) {
            throw new ElfException(file.name() + ": damaged symbol table", e);
        }
    }

    private void addTable(ElfFile file, ElfSection section) {
        if (section.link() <= 0 || section.link() >= file.sections().size() || strings.size() >= SymbolTable.PLT) {
            return;
        }
        int source = addStrings(file, section.link());
        MemorySegment bytes = file.bytes(section);
        boolean[] code = executableSections(file);
        int complete = section.type() == ElfSection.SYMTAB ? COMPLETE : 0;
        int entry = file.wide() ? 24 : 16;
        long total = Math.min(bytes.byteSize() / entry, MAX_SYMBOLS - count);
        for (long first = 0; first < total; first += CHUNK_ENTRIES) {
            long entries = Math.min(CHUNK_ENTRIES, total - first);
            ByteReader in = new ByteReader(Memory.copy(bytes, first * entry, entries * entry));
            for (int i = 0; i < entries; i++) {
                if (file.wide()) {
                    addWide(in, code, source, complete);
                } else {
                    addNarrow(in, code, source, complete);
                }
            }
        }
    }

    private void addWide(ByteReader in, boolean[] code, int source, int complete) {
        int name = in.i32();
        int info = in.u8();
        in.skip(1);
        int section = in.u16();
        long value = in.i64();
        addSymbol(code, source, complete, name, info, section, value, in.i64());
    }

    private void addNarrow(ByteReader in, boolean[] code, int source, int complete) {
        int name = in.i32();
        long value = in.u32();
        long size = in.u32();
        int info = in.u8();
        in.skip(1);
        addSymbol(code, source, complete, name, info, in.u16(), value, size);
    }

    private void addSymbol(
            boolean[] code, int source, int complete, int name, int info, int section, long value, long size) {
        int type = info & 0xf;
        boolean function = type == FUNC || type == GNU_IFUNC;
        if (name == 0 || (!function && type != NOTYPE) || section == UNDEFINED) {
            return;
        }
        if (section < RESERVED ? section >= code.length || !code[section] : section != EXTENDED) {
            return;
        }
        int binding = info >> 4;
        int rank = (function ? FUNCTION + complete : 0) + (binding == 1 ? 2 : binding == 2 ? 1 : 0);
        add(value, Long.compareUnsigned(size, 0xffff_ffffL) > 0 ? -1 : (int) size, name, source, rank);
    }

    void add(long start, int size, int name, int source, int rank) {
        if (count == starts.length) {
            int more = count * 2;
            starts = Arrays.copyOf(starts, more);
            sizes = Arrays.copyOf(sizes, more);
            names = Arrays.copyOf(names, more);
            sources = Arrays.copyOf(sources, more);
            ranks = Arrays.copyOf(ranks, more);
        }
        starts[count] = start;
        sizes[count] = size;
        names[count] = name;
        sources[count] = (byte) source;
        ranks[count++] = (byte) rank;
    }

    int addStrings(ElfFile file, int section) {
        strings.add(file.bytes(file.sections().get(section)));
        return strings.size() - 1;
    }

    SymbolTable build() {
        SymbolTable functions = select();
        for (ElfFile file : files) {
            try {
                new PltReader(file, functions).addTo(this);
            } catch (IndexOutOfBoundsException | ElfException e) {
                // The names of these stubs are a nicety; a damaged table must not hide the functions.
            }
        }
        return select();
    }

    private SymbolTable select() {
        int[] order = AddressOrder.of(starts, count);
        int kept = 0;
        for (int i = 0; i < count; ) {
            int best = order[i];
            long start = starts[best];
            for (i++; i < count && starts[order[i]] == start; i++) {
                best = better(best, order[i]);
            }
            order[kept++] = best;
        }
        long[] sortedStarts = new long[kept];
        int[] sortedSizes = new int[kept];
        int[] sortedNames = new int[kept];
        byte[] sortedSources = new byte[kept];
        for (int i = 0; i < kept; i++) {
            sortedStarts[i] = starts[order[i]];
            sortedSizes[i] = sizes[order[i]];
            sortedNames[i] = names[order[i]];
            sortedSources[i] = sources[order[i]];
        }
        for (int i = 0; i < kept; i++) {
            if (sortedSizes[i] == 0 && (ranks[order[i]] & COMPLETE) != 0) {
                sortedSizes[i] = sizeUpTo(i + 1 < kept ? sortedStarts[i + 1] : -1, sortedStarts[i]);
            }
        }
        return new SymbolTable(sortedStarts, sortedSizes, sortedNames, sortedSources, strings);
    }

    /// The size of a function that has none: up to the next function, but not out of its section.
    private int sizeUpTo(long next, long start) {
        for (ElfSection section : codeSections) {
            if (section.contains(start)) {
                long size = Math.min(next - start, section.address() + section.size() - start);
                return Math.clamp(next == -1 ? section.address() + section.size() - start : size, 0, 1 << 20);
            }
        }
        return 0;
    }

    /// Of two symbols at one address: the one with a size, then a function, then the longer, then global before weak
    /// before local, then the one with fewer leading underscores, then the shorter name: `malloc`, not
    /// `__libc_malloc`.
    private int better(int a, int b) {
        if ((sizes[a] != 0) != (sizes[b] != 0)) {
            return sizes[a] != 0 ? a : b;
        }
        if ((ranks[a] & FUNCTION) != (ranks[b] & FUNCTION)) {
            return (ranks[a] & RANK) > (ranks[b] & RANK) ? a : b;
        }
        if (sizes[a] != sizes[b]) {
            return Integer.compareUnsigned(sizes[a], sizes[b]) > 0 ? a : b;
        }
        if ((ranks[a] & RANK) != (ranks[b] & RANK)) {
            return (ranks[a] & RANK) > (ranks[b] & RANK) ? a : b;
        }
        if (names[a] == names[b] && sources[a] == sources[b]) {
            return a;
        }
        return nameOrder(a, b) <= 0 ? a : b;
    }

    private int nameOrder(int a, int b) {
        String left = name(a);
        String right = name(b);
        int byUnderscores = Integer.compare(underscores(left), underscores(right));
        if (byUnderscores != 0) {
            return byUnderscores;
        }
        return left.length() != right.length() ? Integer.compare(left.length(), right.length()) : left.compareTo(right);
    }

    private String name(int row) {
        String name = Memory.string(strings.get(sources[row] & ~SymbolTable.PLT & 0xff), names[row] & 0xffff_ffffL);
        return name == null ? "" : name;
    }

    private static int underscores(String name) {
        int count = 0;
        while (count < name.length() && name.charAt(count) == '_') {
            count++;
        }
        return count;
    }

    private boolean[] executableSections(ElfFile file) {
        boolean[] code = new boolean[file.sections().size()];
        for (ElfSection section : file.sections()) {
            code[section.index()] = section.executable();
            if (section.executable()) {
                codeSections.add(section);
            }
        }
        return code;
    }
}
