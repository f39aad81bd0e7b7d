package dev.plumb.elf.dwarf;

/// What decides the size of values in a unit.
///
/// @param offsetSize 4, or 8 in the 64 bit form of DWARF
record Encoding(int version, int addressSize, int offsetSize) {}
