package dev.plumb.symbols;

import dev.plumb.elf.BuildId;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.MiniDebugInfo;
import dev.plumb.elf.SymbolTable;
import dev.plumb.elf.dwarf.Dwarf;
import dev.plumb.elf.dwarf.SourceFrame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was parsed of a module: its symbol table and its debug information, from the file itself and from the files
/// that belong to it.
final class ModuleSymbols implements AutoCloseable {
    private final List<ElfFile> opened = new ArrayList<>();
    private final SymbolTable table;
    private final @Nullable Dwarf dwarf;
    private final NameCache names;
    private final boolean incomplete;
    private long unpackedBytes;

    ModuleSymbols(
            ElfFile elf,
            @Nullable BuildId buildId,
            DebugFiles debugFiles,
            List<Path> roots,
            SymbolizerOptions options) {
        boolean wantsSymbols = elf.bytes(".symtab") == null;
        boolean wantsLines = options.sourceLines() && elf.bytes(".debug_info") == null;
        ElfFile debug = wantsSymbols || wantsLines ? debugFiles.find(elf, buildId, roots) : null;
        this.incomplete = debug == null && (wantsSymbols || wantsLines);
        if (debug != null) {
            opened.add(debug);
        }
        List<ElfFile> tables = new ArrayList<>(List.of(elf));
        if (debug != null) {
            tables.add(debug);
        }
        ElfFile mini = mini(elf);
        if (mini != null) {
            tables.add(mini);
            unpackedBytes += mini.file().byteSize();
        }
        this.names = new NameCache(options.rawNames(), options.cacheBytes() / 8);
        this.table = SymbolTable.of(tables.toArray(ElfFile[]::new));
        this.dwarf = options.sourceLines()
                ? dwarf(debug != null && wantsLines ? debug : elf, debugFiles, roots, options)
                : null;
        unpackedBytes += elf.unpackedBytes() + (debug == null ? 0 : debug.unpackedBytes());
    }

    private static @Nullable ElfFile mini(ElfFile elf) {
        try {
            return MiniDebugInfo.of(elf);
        } catch (ElfException e) {
            return null; // The exported symbols are still good.
        }
    }

    /// Debug information, or null if there is none or it is damaged; the symbol table still has the names then.
    private @Nullable Dwarf dwarf(ElfFile file, DebugFiles debugFiles, List<Path> roots, SymbolizerOptions options) {
        try {
            if (file.bytes(".debug_info") == null) {
                return null;
            }
            ElfFile alternate = debugFiles.alternate(file, roots);
            if (alternate != null) {
                opened.add(alternate);
            }
            return Dwarf.of(file, alternate, options.cacheBytes() / 2);
        } catch (ElfException e) {
            return null;
        }
    }

    /// Whether a debug file would help that was not found.
    boolean incomplete() {
        return incomplete;
    }

    SymbolTable table() {
        return table;
    }

    /// The name of a row of the table, for readers.
    String name(int row) {
        return names.symbol(table, row);
    }

    /// A name from debug information, for readers.
    String name(@Nullable String raw) {
        return raw == null ? "" : names.readable(raw);
    }

    /// The frames that debug information has for an address; none if there is no sound one.
    List<SourceFrame> sourceFrames(long address) {
        try {
            return dwarf == null ? List.of() : dwarf.find(address);
        } catch (ElfException e) {
            return List.of();
        }
    }

    long heapBytes() {
        return table.heapBytes() + names.heapBytes() + unpackedBytes + (dwarf == null ? 0 : dwarf.heapBytes());
    }

    @Override
    public void close() {
        opened.forEach(ElfFile::close);
    }
}
