package dev.plumb.ebpf.load;

import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.btf.BtfBuilder;
import dev.plumb.ebpf.btf.BtfType;
import dev.plumb.ebpf.btf.FunctionInfo;
import dev.plumb.ebpf.btf.LineInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The BTF a program carries: types, and which function and source line each instruction belongs to.
///
/// @param btf an encoded BTF block
/// @param functionInfo `bpf_func_info` records, one for each function
/// @param lineInfo `bpf_line_info` records, in the order of the instructions
@SuppressWarnings("ArrayRecordComponent") // encoded blocks that go to the kernel as they are
public record DebugInfo(byte[] btf, byte[] functionInfo, byte[] lineInfo) {
    /// Describes a program by its functions and the Java lines of its instructions, with the text of each line where
    /// the source file is found.
    public static DebugInfo of(Code code) {
        BtfBuilder builder = new BtfBuilder();
        byte[] functions = FunctionInfo.encode(functions(code, builder));
        byte[] lines = LineInfo.encode(lines(code), builder);
        return new DebugInfo(builder.encode(), functions, lines);
    }

    private static List<FunctionInfo> functions(Code code, BtfBuilder builder) {
        int result = builder.integer("int", 4, true);
        // No parameters: the kernel knows the context by the program's type, and what a static function takes by its
        // calls. It complains in the log about those it cannot make sense of.
        int program = builder.functionPrototype(result, List.of());
        int function = builder.functionPrototype(builder.integer("u64", 8, false), List.of());
        List<FunctionInfo> infos = new ArrayList<>();
        for (Code.Function each : code.functions()) {
            boolean main = each.slot() == 0;
            BtfType.Linkage linkage = main ? BtfType.Linkage.GLOBAL : BtfType.Linkage.STATIC;
            infos.add(new FunctionInfo(each.slot(), builder.function(each.name(), main ? program : function, linkage)));
        }
        return infos;
    }

    private static List<LineInfo> lines(Code code) {
        Set<Integer> starts = new HashSet<>();
        code.functions().forEach(function -> starts.add(function.slot()));
        SourceText text = new SourceText();
        List<LineInfo> lines = new ArrayList<>();
        SourceLine previous = null;
        for (int index = 0; index < code.instructions().size(); index++) {
            SourceLine source = code.source(index);
            int slot = code.slot(index);
            if (!source.equals(previous) || starts.contains(slot)) {
                lines.add(new LineInfo(slot, source.file(), source.line(), 0, text.of(source)));
                previous = source;
            }
        }
        return lines;
    }
}
