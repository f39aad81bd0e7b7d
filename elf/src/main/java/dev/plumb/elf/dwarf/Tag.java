package dev.plumb.elf.dwarf;

/// The kinds of entries that this package tells apart.
final class Tag {
    static final int INLINED_SUBROUTINE = 0x1d;
    static final int SUBPROGRAM = 0x2e;

    private Tag() {}
}
