package dev.plumb.ebpf.btf;

import java.util.List;

/// Says which source line an instruction came from; it holds until the instruction of the next record.
///
/// The kernel shows the text in the verifier's log, and `bpftool prog dump xlated linum` shows file and line too.
///
/// @param instruction the index of the instruction, counting the 16-byte loads twice as the kernel does
/// @param file the source file, such as `OpenSnoop.java`
/// @param line the line, from 1
/// @param column the column, or 0
/// @param text the text of the call that emitted the instruction
public record LineInfo(int instruction, String file, int line, int column, String text) {
    /// The size of one encoded record, `line_info_rec_size` of `BPF_PROG_LOAD`.
    public static final int RECORD_BYTES = 16;

    private static final int MAX_LINE = (1 << 22) - 1;
    private static final int MAX_COLUMN = (1 << 10) - 1;

    public LineInfo {
        if (line < 0 || column < 0) {
            throw new IllegalArgumentException("line info: line " + line + ", column " + column);
        }
    }

    /// The records as `BPF_PROG_LOAD` takes them, with their strings put into the builder: call this before
    /// [BtfBuilder#encode()]. There must be one for instruction 0 and one where each subprogram starts.
    public static byte[] encode(List<LineInfo> lines, BtfBuilder strings) {
        ByteSink sink = new ByteSink();
        int previous = -1;
        for (LineInfo line : lines) {
            InstructionOrder.check("line info", previous, line.instruction);
            previous = line.instruction;
            sink.u32(line.instruction)
                    .u32(strings.string(line.file))
                    .u32(strings.string(line.text))
                    .u32((long) Math.min(line.line, MAX_LINE) << 10 | Math.min(line.column, MAX_COLUMN));
        }
        return sink.toByteArray();
    }
}
