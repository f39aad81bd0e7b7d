package dev.plumb.symbols;

import dev.plumb.elf.BuildId;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.MiniDebugInfo;
import dev.plumb.elf.SymbolTable;
import dev.plumb.elf.demangle.Demangler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program or library with code in it, however many processes map it. Its symbols are parsed when the first address
/// is asked for, and can be dropped again; the file stays mapped, so they can be parsed again after its path has
/// gone.
final class NativeModule implements AutoCloseable {
    private final ElfFile elf;
    private final @Nullable BuildId buildId;
    private final DebugFiles debugFiles;
    private final List<Path> roots;
    private @Nullable SymbolTable table;
    private final List<ElfFile> extraFiles = new ArrayList<>();

    /// @param roots the folders to look for debug files in, the process's own root before the machine's
    NativeModule(ElfFile elf, DebugFiles debugFiles, List<Path> roots) {
        this.elf = elf;
        this.buildId = elf.buildId();
        this.debugFiles = debugFiles;
        this.roots = List.copyOf(roots);
    }

    @Nullable
    BuildId buildId() {
        return buildId;
    }

    long fileBytes() {
        return elf.file().byteSize();
    }

    /// The virtual address of a byte of the file, or -1 if the loader maps it nowhere.
    long addressOfOffset(long fileOffset) {
        return elf.addressOfOffset(fileOffset);
    }

    /// Names a virtual address of this file.
    ///
    /// @param address the address that was asked for, in the process
    /// @param virtual the same as the file has it
    /// @param lookup how far before it the code lies that is meant: 1 for a return address, or 0
    /// @param label how the process calls the file
    Symbolized symbolize(long address, long virtual, int lookup, String label, SymbolizerOptions options) {
        try {
            SymbolTable symbols = table();
            int row = symbols.find(virtual - lookup);
            if (row < 0) {
                return Symbols.unknown(
                        address, UnknownReason.NO_SYMBOL, "no symbol of " + label + " covers it", label, virtual);
            }
            String name = name(symbols.name(row), options);
            return new Symbolized.Frames(
                    address,
                    List.of(new Frame(
                            address, name, virtual - symbols.start(row), label, null, 0, false, FrameKind.NATIVE)));
        } catch (ElfException e) {
            return Symbols.unknown(address, UnknownReason.DAMAGED, Symbols.message(e), label, virtual);
        } catch (InternalError e) {
            // What the virtual machine throws when a mapped file was cut short behind its back.
            return Symbols.unknown(
                    address, UnknownReason.DAMAGED, label + ": changed while it was read", label, virtual);
        }
    }

    private SymbolTable table() {
        if (table == null) {
            List<ElfFile> files = new ArrayList<>(List.of(elf));
            ElfFile debug = debugFile();
            if (debug != null) {
                files.add(debug);
            }
            ElfFile mini = MiniDebugInfo.of(elf);
            if (mini != null) {
                files.add(mini);
            }
            table = SymbolTable.of(files.toArray(ElfFile[]::new));
        }
        return table;
    }

    private @Nullable ElfFile debugFile() {
        if (elf.bytes(".symtab") != null) {
            return null;
        }
        ElfFile found = debugFiles.find(elf, buildId, roots);
        if (found != null) {
            extraFiles.add(found);
        }
        return found;
    }

    private static String name(String raw, SymbolizerOptions options) {
        String readable = options.rawNames() ? null : Demangler.demangle(raw);
        return readable == null ? raw : readable;
    }

    /// Bytes of heap taken by what was parsed.
    long heapBytes() {
        return table == null ? 0 : table.heapBytes();
    }

    /// Drops what was parsed.
    void trim() {
        table = null;
        extraFiles.forEach(ElfFile::close);
        extraFiles.clear();
    }

    @Override
    public void close() {
        trim();
        elf.close();
    }

    static NativeModule open(Path path, String label, DebugFiles debugFiles, List<Path> roots) throws IOException {
        return new NativeModule(ElfFile.open(path, label), debugFiles, roots);
    }
}
