package dev.plumb.elf;

/// A program header: a part of the file as the loader maps it.
public record ElfSegment(int type, int flags, long offset, long address, long fileSize, long memorySize) {
    static final int LOAD = 1;
    static final int DYNAMIC = 2;
    static final int NOTE = 4;

    private static final int FLAG_EXECUTABLE = 1;
    /// The smallest page; the loader widens a segment to whole pages, and no supported machine has smaller ones.
    private static final long PAGE = 4096;

    public boolean load() {
        return type == LOAD;
    }

    public boolean executable() {
        return (flags & FLAG_EXECUTABLE) != 0;
    }

    public boolean contains(long virtualAddress) {
        return Long.compareUnsigned(virtualAddress - address, memorySize) < 0;
    }

    /// Whether the mapping of this segment shows the byte at a file offset, which may lie before the segment's first
    /// byte on its page.
    boolean mapsOffset(long fileOffset) {
        long start = offset & -PAGE;
        return Long.compareUnsigned(fileOffset - start, offset - start + fileSize) < 0;
    }
}
