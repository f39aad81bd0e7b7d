package dev.plumb.elf.dwarf;

import org.jspecify.annotations.Nullable;

/// One function at an address, from debug information.
///
/// @param name the linker's name of the function if it has one, else its name in the source; null if not known
/// @param file source file, or null
/// @param line source line, or 0
/// @param inlined whether it was inlined into the function of the next frame
/// @param start the function's first address; 0 if not known
public record SourceFrame(@Nullable String name, @Nullable String file, int line, boolean inlined, long start) {}
