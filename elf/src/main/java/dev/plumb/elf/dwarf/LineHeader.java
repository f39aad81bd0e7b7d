package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.Memory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The header of a line table.
///
/// ```
/// length:4/12 version:2 [5: addressSize:1 segmentSize:1] headerLength:o
/// minInstruction:1 [4+: maxOperations:1] defaultIsStmt:1 lineBase:1 lineRange:1 opcodeBase:1 opcodeLengths
/// folders, files: before 5 zero-terminated lists of strings, from 5 on described by their own formats
/// ```
///
final class LineHeader {
    private static final int PATH = 1;
    private static final int DIRECTORY_INDEX = 2;
    private static final int MAX_NAMES = 1 << 20;

    /// The bytes from the table's start to its end.
    final byte[] program;

    /// Where the opcodes begin in them.
    final int start;

    final int minInstruction;
    final int lineBase;
    final int lineRange;
    /// How many operands each standard opcode has; one longer than the last of them.
    final int[] opcodeLengths;

    final FileTable files;

    /// Reads the table of a unit.
    LineHeader(Unit unit, Unit.Root root) {
        MemorySegment section = unit.sections().line();
        long offset = root.lineOffset();
        ByteReader first = new ByteReader(Memory.copy(section, offset, Math.min(12, section.byteSize() - offset)));
        long length = first.u32();
        int offsetSize = length == 0xffff_ffffL ? 8 : 4;
        length = offsetSize == 8 ? first.i64() : length;
        program = Memory.copy(section, offset, first.position() + length);
        ByteReader in = new ByteReader(program, first.position());
        int version = in.u16();
        if (version < 2 || version > 5) {
            throw new ElfException("line tables of DWARF version " + version + " are not supported");
        }
        int addressSize = version >= 5 ? in.u8() : unit.encoding().addressSize();
        in.skip(version >= 5 ? 1 : 0);
        long headerLength = in.unsigned(offsetSize);
        start = in.position() + Math.clamp(headerLength, 0, in.remaining());
        minInstruction = in.u8();
        in.skip(version >= 4 ? 2 : 1);
        lineBase = in.i8();
        lineRange = in.u8();
        opcodeLengths = new int[Math.max(in.u8(), 1)];
        for (int i = 1; i < opcodeLengths.length; i++) {
            opcodeLengths[i] = in.u8();
        }
        Encoding encoding = new Encoding(version, addressSize, offsetSize);
        files = version >= 5 ? newTables(in, encoding, unit, root) : oldTables(in, unit, root);
    }

    private static FileTable oldTables(ByteReader in, Unit unit, Unit.Root root) {
        List<FileTable.Text> folders = new ArrayList<>();
        for (FileTable.Text name = text(in, root); name != null; name = text(in, root)) {
            folders.add(name);
        }
        List<FileTable.File> files = new ArrayList<>();
        for (FileTable.Text name = text(in, root); name != null; name = text(in, root)) {
            files.add(new FileTable.File(name, (int) in.uleb()));
            in.skipLeb();
            in.skipLeb();
        }
        return new FileTable(unit, root, folders, files, 1);
    }

    /// A string in place, or null for the empty one that ends a list.
    private static FileTable.@Nullable Text text(ByteReader in, Unit.Root root) {
        int at = in.position();
        in.skipString();
        return in.position() == at + 1 ? null : new FileTable.Text(Form.STRING, root.lineOffset() + at);
    }

    private static FileTable newTables(ByteReader in, Encoding encoding, Unit unit, Unit.Root root) {
        List<FileTable.Text> folders = new ArrayList<>();
        for (FileTable.File folder : entries(in, encoding, root)) {
            folders.add(folder.name());
        }
        return new FileTable(unit, root, folders, entries(in, encoding, root), 0);
    }

    private static List<FileTable.File> entries(ByteReader in, Encoding encoding, Unit.Root root) {
        int[] contents = new int[in.u8()];
        int[] forms = new int[contents.length];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = (int) in.uleb();
            forms[i] = (int) in.uleb();
        }
        long count = in.uleb();
        if (count < 0 || count > MAX_NAMES || (contents.length == 0 && count > 0)) {
            throw new ElfException("damaged DWARF: a line table with " + Long.toUnsignedString(count) + " files");
        }
        List<FileTable.File> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            FileTable.Text name = new FileTable.Text(0, 0);
            int folder = 0;
            for (int j = 0; j < contents.length; j++) {
                long value = Form.number(forms[j], in, encoding);
                if (contents[j] == PATH) {
                    name = new FileTable.Text(forms[j], forms[j] == Form.STRING ? root.lineOffset() + value : value);
                } else if (contents[j] == DIRECTORY_INDEX) {
                    folder = (int) value;
                }
            }
            entries.add(new FileTable.File(name, folder));
        }
        return entries;
    }
}
