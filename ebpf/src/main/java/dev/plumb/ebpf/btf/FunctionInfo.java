package dev.plumb.ebpf.btf;

import java.util.List;

/// Says which BTF function starts at an instruction: one for the program, one for each of its subprograms.
///
/// @param instruction the index of the function's first instruction, counting the 16-byte loads twice as the kernel
/// does
/// @param typeId the id of its [BtfType.Function]
public record FunctionInfo(int instruction, int typeId) {
    /// The size of one encoded record, `func_info_rec_size` of `BPF_PROG_LOAD`.
    public static final int RECORD_BYTES = 8;

    /// The records as `BPF_PROG_LOAD` takes them: the first at instruction 0, the others in ascending order.
    public static byte[] encode(List<FunctionInfo> functions) {
        ByteSink sink = new ByteSink();
        int previous = -1;
        for (FunctionInfo function : functions) {
            InstructionOrder.check("function info", previous, function.instruction);
            previous = function.instruction;
            sink.u32(function.instruction).u32(function.typeId);
        }
        return sink.toByteArray();
    }
}
