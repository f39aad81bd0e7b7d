package dev.plumb.elf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program, library, core or debug file, mapped into memory until it is closed.
///
/// Headers are read when it is opened, everything else on demand. Sections that are stored compressed are unpacked
/// into memory once and kept. May be read from several threads; reads after `close` throw [IllegalStateException].
public final class ElfFile implements AutoCloseable {
    private final String name;
    private final @Nullable Arena arena;
    private final MemorySegment file;
    private final ElfHeader header;
    private final SectionData data;

    private ElfFile(String name, @Nullable Arena arena, MemorySegment file) {
        this.name = name;
        this.arena = arena;
        this.file = file;
        try {
            this.header = ElfHeader.read(file);
        } catch (IndexOutOfBoundsException e) {
            throw new ElfException(name + ": truncated ELF header", e);
        } catch (ElfException e) {
            throw new ElfException(name + ": " + e.getMessage(), e);
        }
        this.data = new SectionData(name, file, header.wide());
    }

    /// Maps a file. Throws [IOException] if it cannot be opened, [ElfException] if it is no ELF file.
    public static ElfFile open(Path path) throws IOException {
        return open(path, path.toString());
    }

    /// Maps a file that is to be known by another name, as when it is reached through `/proc`.
    public static ElfFile open(Path path, String name) throws IOException {
        if (!Files.isRegularFile(path)) {
            // A FIFO or device planted under a library's name would block or answer for ever.
            throw Files.exists(path)
                    ? new IOException(name + ": not a regular file")
                    : new java.nio.file.NoSuchFileException(name);
        }
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            MemorySegment file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new ElfFile(name, arena, file);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /// Reads an ELF file that is in memory already.
    public static ElfFile of(String name, MemorySegment file) {
        return new ElfFile(name, null, file);
    }

    public String name() {
        return name;
    }

    /// Whether it is a 64 bit file.
    public boolean wide() {
        return header.wide();
    }

    public ElfMachine machine() {
        return ElfMachine.of(header.machine());
    }

    public List<ElfSection> sections() {
        return header.sections();
    }

    public List<ElfSegment> segments() {
        return header.segments();
    }

    /// The first section of that name, or null.
    public @Nullable ElfSection section(String sectionName) {
        for (ElfSection section : header.sections()) {
            if (section.name().equals(sectionName)) {
                return section;
            }
        }
        return null;
    }

    /// The bytes of a section, unpacked if need be; empty if the file holds none.
    public MemorySegment bytes(ElfSection section) {
        return data.bytes(section);
    }

    /// The bytes of the section of that name, or null if it is absent, empty or stripped. A debug section is also
    /// found under its old compressed name, `.zdebug_*`.
    public @Nullable MemorySegment bytes(String sectionName) {
        ElfSection section = section(sectionName);
        if (section == null && sectionName.startsWith(".debug_")) {
            section = section(".z" + sectionName.substring(1));
        }
        return section == null || !section.present() ? null : data.bytes(section);
    }

    /// The raw file.
    public MemorySegment file() {
        return file;
    }

    /// The identity the linker gave the file, or null.
    public @Nullable BuildId buildId() {
        return ElfNotes.buildId(this);
    }

    public @Nullable DebugLink debugLink() {
        return DebugLinks.debugLink(this);
    }

    public @Nullable AlternateLink alternateLink() {
        return DebugLinks.alternateLink(this);
    }

    /// The virtual address that the loader gives to the byte at a file offset, or -1 if it maps it nowhere. Code
    /// comes first where two segments share a page of the file.
    public long addressOfOffset(long fileOffset) {
        long found = -1;
        for (ElfSegment segment : header.segments()) {
            if (segment.load() && segment.mapsOffset(fileOffset) && (found == -1 || segment.executable())) {
                found = fileOffset - segment.offset() + segment.address();
            }
        }
        return found;
    }

    /// Whether code may lie at a virtual address.
    public boolean executable(long address) {
        for (ElfSegment segment : header.segments()) {
            if (segment.load() && segment.executable() && segment.contains(address)) {
                return true;
            }
        }
        return header.segments().isEmpty();
    }

    /// Bytes of heap and native memory held for unpacked sections.
    public long unpackedBytes() {
        return data.unpackedBytes();
    }

    @Override
    public void close() {
        if (arena != null && arena.scope().isAlive()) {
            arena.close();
        }
    }
}
