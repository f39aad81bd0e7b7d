package dev.plumb.symbols;

import dev.plumb.elf.BuildId;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.SymbolTable;
import dev.plumb.elf.dwarf.SourceFrame;
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
    private @Nullable ModuleSymbols symbols;

    /// @param roots the folders to look for debug files in, the process's own root before the machine's
    NativeModule(ElfFile elf, DebugFiles debugFiles, List<Path> roots) {
        this.elf = elf;
        this.buildId = elf.buildId();
        this.debugFiles = debugFiles;
        this.roots = List.copyOf(roots);
    }

    static NativeModule open(Path path, String label, DebugFiles debugFiles, List<Path> roots) throws IOException {
        ElfFile elf = ElfFile.open(path, label);
        try {
            return new NativeModule(elf, debugFiles, roots);
        } catch (RuntimeException e) {
            elf.close();
            throw e;
        }
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
            if (symbols != null && symbols.incomplete() && debugFiles.arrived(buildId)) {
                trim();
            }
            if (symbols == null) {
                symbols = new ModuleSymbols(elf, buildId, debugFiles, roots, options);
            }
            SymbolTable table = symbols.table();
            int row = table.find(virtual - lookup);
            List<SourceFrame> source = symbols.sourceFrames(virtual - lookup);
            String name = row < 0 ? "" : symbols.name(row);
            if (source.isEmpty() && row < 0) {
                return Symbols.unknown(
                        address, UnknownReason.NO_SYMBOL, "no symbol of " + label + " covers it", label, virtual);
            }
            if (source.isEmpty()) {
                long offset = virtual - table.start(row);
                return new Symbolized.Frames(
                        address, List.of(new Frame(address, name, offset, label, null, 0, false, FrameKind.NATIVE)));
            }
            long start = row < 0 ? 0 : table.start(row);
            return new Symbolized.Frames(
                    address, frames(symbols, address, virtual, name, start, label, source, options.inlines()));
        } catch (ElfException | IndexOutOfBoundsException e) {
            return Symbols.unknown(address, UnknownReason.DAMAGED, Symbols.message(e), label, virtual);
        } catch (InternalError e) {
            // What the virtual machine throws when a mapped file was cut short behind its back.
            return Symbols.unknown(
                    address, UnknownReason.DAMAGED, label + ": changed while it was read", label, virtual);
        }
    }

    /// The frames of debug information. The containing function is called as the symbol table calls it, which knows
    /// about clones and parts (`f.cold`), unless it has no name there.
    private static List<Frame> frames(
            ModuleSymbols symbols,
            long address,
            long virtual,
            String symbol,
            long start,
            String label,
            List<SourceFrame> source,
            boolean inlines) {
        SourceFrame inner = source.getFirst();
        SourceFrame outer = source.getLast();
        String function = !symbol.isEmpty() ? symbol : symbols.name(outer.name());
        long base = !symbol.isEmpty() ? start : outer.start();
        long offset = virtual - base;
        if (!inlines || source.size() == 1) {
            return List.of(
                    new Frame(address, function, offset, label, inner.file(), inner.line(), false, FrameKind.NATIVE));
        }
        List<Frame> frames = new ArrayList<>(source.size());
        for (SourceFrame frame : source) {
            boolean last = !frame.inlined();
            frames.add(new Frame(
                    address,
                    last ? function : symbols.name(frame.name()),
                    last ? offset : 0,
                    label,
                    frame.file(),
                    frame.line(),
                    !last,
                    FrameKind.NATIVE));
        }
        return frames;
    }

    /// Bytes of heap taken by what was parsed.
    long heapBytes() {
        return symbols == null ? 0 : symbols.heapBytes();
    }

    /// Drops what was parsed.
    void trim() {
        if (symbols != null) {
            symbols.close();
            symbols = null;
        }
    }

    @Override
    public void close() {
        trim();
        elf.close();
    }
}
