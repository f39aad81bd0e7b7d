package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions of a file and its debug files, sorted by address, with one name for each address.
///
/// Rows are numbers; a row's name is read from the mapped file when it is asked for, so the files must stay open
/// while the table is used. Immutable, about 20 bytes a function.
///
/// A function answers for the addresses its size covers and no others: an exported symbol does not lend its name to
/// the unnamed code behind it. A symbol without a size answers for its own address only, unless it is a function of
/// the full symbol table, where nothing unnamed lies behind it: that one reaches up to the next function.
public final class SymbolTable {
    static final int PLT = 0x80;

    private final long[] starts;
    private final int[] sizes;
    private final int[] names;
    private final byte[] sources;
    /// The row of the innermost function around each row, or -1; null where no functions overlap.
    private final int @Nullable [] parents;

    private final List<MemorySegment> strings;

    SymbolTable(long[] starts, int[] sizes, int[] names, byte[] sources, List<MemorySegment> strings) {
        this.starts = starts;
        this.sizes = sizes;
        this.names = names;
        this.sources = sources;
        this.parents = parents(starts, sizes);
        this.strings = List.copyOf(strings);
    }

    /// Reads `.symtab`, `.dynsym` and the procedure linkage table of the files, which all describe one program.
    public static SymbolTable of(ElfFile... files) {
        SymbolTableBuilder builder = new SymbolTableBuilder();
        for (ElfFile file : files) {
            builder.add(file);
        }
        return builder.build();
    }

    public int count() {
        return starts.length;
    }

    /// The row of the function that covers a virtual address, or -1.
    public int find(long address) {
        int row = AddressOrder.floor(starts, starts.length, address);
        int sizeless = row >= 0 && starts[row] == address ? row : -1;
        while (row >= 0) {
            if (address - starts[row] < (sizes[row] & 0xffff_ffffL)) {
                return row;
            }
            row = parents == null ? -1 : parents[row];
        }
        return sizeless;
    }

    public long start(int row) {
        return starts[row];
    }

    /// The size of a function in bytes; 0 if the file does not say.
    public long size(int row) {
        return sizes[row] & 0xffff_ffffL;
    }

    /// The name of a row as the linker knows it. An entry of the procedure linkage table is `name@plt`.
    public String name(int row) {
        int source = sources[row];
        String name = Memory.string(strings.get(source & ~PLT & 0xff), names[row] & 0xffff_ffffL);
        String known = name == null ? "" : name;
        return (source & PLT) == 0 ? known : known + "@plt";
    }

    int nameOffset(int row) {
        return names[row];
    }

    int source(int row) {
        return sources[row] & 0xff;
    }

    /// Bytes of heap this table takes.
    public long heapBytes() {
        return starts.length * (parents == null ? 17L : 21L) + 128;
    }

    private static int @Nullable [] parents(long[] starts, int[] sizes) {
        int[] parents = new int[starts.length];
        boolean nested = false;
        int open = -1;
        for (int row = 0; row < starts.length; row++) {
            while (open >= 0 && starts[row] - starts[open] >= (sizes[open] & 0xffff_ffffL)) {
                open = parents[open];
            }
            parents[row] = open;
            nested |= open >= 0;
            if (sizes[row] != 0) {
                open = row;
            }
        }
        return nested ? parents : null;
    }
}
