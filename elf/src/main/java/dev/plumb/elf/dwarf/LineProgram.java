package dev.plumb.elf.dwarf;

import dev.plumb.elf.AddressOrder;
import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import java.util.Arrays;
import java.util.function.LongPredicate;

/// Runs the program of a line table, which describes a table of addresses and lines by their differences.
final class LineProgram {
    private static final int COPY = 1;
    private static final int ADVANCE_PC = 2;
    private static final int ADVANCE_LINE = 3;
    private static final int SET_FILE = 4;
    private static final int CONST_ADD_PC = 8;
    private static final int FIXED_ADVANCE_PC = 9;
    private static final int END_SEQUENCE = 1;
    private static final int SET_ADDRESS = 2;
    private static final int GAP = -1;

    private final LineHeader header;
    private final ByteReader in;
    private final LongPredicate executable;
    private long[] addresses = new long[256];
    private int[] files = new int[256];
    private int[] lines = new int[256];
    private int count;
    private int sequenceStart;
    private long address;
    private int file = 1;
    private int line = 1;

    private LineProgram(LineHeader header, LongPredicate executable) {
        this.header = header;
        this.in = new ByteReader(header.program, header.start);
        this.executable = executable;
    }

    static LineTable read(Unit unit, Unit.Root root, LongPredicate executable) {
        LineProgram program = new LineProgram(new LineHeader(unit, root), executable);
        program.run();
        return program.table();
    }

    private void run() {
        int opcodeBase = header.opcodeLengths.length;
        while (in.remaining() > 0) {
            int opcode = in.u8();
            if (opcode >= opcodeBase) {
                special(opcode - opcodeBase);
            } else if (opcode == 0) {
                extended();
            } else {
                standard(opcode);
            }
        }
    }

    private void special(int adjusted) {
        if (header.lineRange == 0) {
            throw new ElfException("damaged DWARF: a line table with a line range of 0");
        }
        address += (long) (adjusted / header.lineRange) * header.minInstruction;
        line += header.lineBase + adjusted % header.lineRange;
        row();
    }

    private void standard(int opcode) {
        switch (opcode) {
            case COPY -> row();
            case ADVANCE_PC -> address += in.uleb() * header.minInstruction;
            case ADVANCE_LINE -> line += (int) in.sleb();
            case SET_FILE -> file = (int) in.uleb();
            case CONST_ADD_PC -> {
                int range = Math.max(header.lineRange, 1);
                address += (long) ((255 - header.opcodeLengths.length) / range) * header.minInstruction;
            }
            case FIXED_ADVANCE_PC -> address += in.u16();
            default -> {
                // Columns, blocks, prologues and opcodes to come: their operands are counted in the header.
                for (int i = 0; i < header.opcodeLengths[opcode]; i++) {
                    in.skipLeb();
                }
            }
        }
    }

    private void extended() {
        long length = in.uleb();
        int end = in.position() + (int) Math.min(Math.max(length, 0), in.remaining());
        if (length > 0) {
            switch (in.u8()) {
                case END_SEQUENCE -> endSequence();
                case SET_ADDRESS -> address = in.unsigned((int) Math.min(length - 1, 9));
                default -> {
                    // Discriminators and vendors' own.
                }
            }
        }
        in.position(end);
    }

    private void row() {
        // Of several rows for one address the last one counts.
        if (count > sequenceStart && addresses[count - 1] == address) {
            count--;
        }
        add(address, file, line);
    }

    private void add(long at, int fileNumber, int lineNumber) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, count * 2);
            files = Arrays.copyOf(files, count * 2);
            lines = Arrays.copyOf(lines, count * 2);
        }
        addresses[count] = at;
        files[count] = fileNumber;
        lines[count++] = Math.max(lineNumber, 0);
    }

    private void endSequence() {
        if (count > sequenceStart && executable.test(addresses[sequenceStart])) {
            add(address, 0, 0);
            lines[count - 1] = GAP;
        } else {
            count = sequenceStart; // Empty, or of code that the linker dropped.
        }
        sequenceStart = count;
        address = 0;
        file = 1;
        line = 1;
    }

    /// Sorts the rows. Where one sequence ends at the address another begins at, the beginning counts.
    private LineTable table() {
        count = sequenceStart;
        int[] order = AddressOrder.of(addresses, count);
        long[] sortedAddresses = new long[count];
        int[] sortedFiles = new int[count];
        int[] sortedLines = new int[count];
        int kept = 0;
        for (int row : order) {
            boolean same = kept > 0 && sortedAddresses[kept - 1] == addresses[row];
            if (same && lines[row] == GAP) {
                continue;
            }
            int at = same ? kept - 1 : kept++;
            sortedAddresses[at] = addresses[row];
            sortedFiles[at] = files[row];
            sortedLines[at] = lines[row];
        }
        return new LineTable(
                Arrays.copyOf(sortedAddresses, kept),
                Arrays.copyOf(sortedFiles, kept),
                Arrays.copyOf(sortedLines, kept),
                header.files);
    }
}
