package dev.plumb.elf;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The symbol table that some distributions leave in stripped programs: an ELF file, packed with xz, in the section
/// `.gnu_debugdata`.
public final class MiniDebugInfo {
    private MiniDebugInfo() {}

    /// The embedded file, or null if there is none. Throws [ElfException] if it is damaged.
    public static @Nullable ElfFile of(ElfFile file) {
        MemorySegment packed = file.bytes(".gnu_debugdata");
        if (packed == null) {
            return null;
        }
        String name = file.name() + " (.gnu_debugdata)";
        try {
            return ElfFile.of(name, Compression.xz(packed));
        } catch (IOException | RuntimeException e) {
            throw new ElfException(name + ": damaged: " + e.getMessage(), e);
        }
    }
}
