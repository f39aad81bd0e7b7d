package dev.plumb.elf;

/// A section header: where a named part of the file lies, and at which virtual address it is loaded.
public record ElfSection(
        int index,
        String name,
        int type,
        long flags,
        long address,
        long offset,
        long size,
        int link,
        int info,
        long entrySize) {
    static final int SYMTAB = 2;
    static final int RELA = 4;
    static final int NOTE = 7;
    static final int NOBITS = 8;
    static final int REL = 9;
    static final int DYNSYM = 11;

    private static final long FLAG_EXECUTABLE = 0x4;
    private static final long FLAG_COMPRESSED = 0x800;

    public boolean executable() {
        return (flags & FLAG_EXECUTABLE) != 0;
    }

    public boolean compressed() {
        return (flags & FLAG_COMPRESSED) != 0;
    }

    /// Whether the file holds bytes for it; a debug file keeps the headers of code but not the code.
    public boolean present() {
        return type != NOBITS && type != 0 && size > 0;
    }

    public boolean contains(long virtualAddress) {
        return Long.compareUnsigned(virtualAddress - address, size) < 0;
    }
}
