package dev.plumb.elf.dwarf;

import dev.plumb.elf.AddressOrder;
import org.jspecify.annotations.Nullable;

/// The source file and line of every instruction of a unit. Each row holds up to the next; line -1 is a gap.
final class LineTable {
    static final LineTable EMPTY = new LineTable(new long[0], new int[0], new int[0], null);

    private final long[] addresses;
    private final int[] files;
    private final int[] lines;
    private final @Nullable FileTable names;

    LineTable(long[] addresses, int[] files, int[] lines, @Nullable FileTable names) {
        this.addresses = addresses;
        this.files = files;
        this.lines = lines;
        this.names = names;
    }

    /// The row of an address, or -1.
    int find(long address) {
        int row = AddressOrder.floor(addresses, addresses.length, address);
        return row < 0 || lines[row] < 0 ? -1 : row;
    }

    /// The line of a row; 0 for code that belongs to no line.
    int line(int row) {
        return lines[row];
    }

    /// The number of the file of a row.
    int file(int row) {
        return files[row];
    }

    /// The path of a file by its number, or null.
    @Nullable
    String path(int file) {
        return names == null ? null : names.path(file);
    }

    long heapBytes() {
        return 16L * addresses.length + (names == null ? 0 : names.heapBytes()) + 64;
    }
}
