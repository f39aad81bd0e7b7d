package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Disassembler;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.asm.SourceLine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns the functions of a program into code, and checks the stack they take together.
public final class Compilation {
    /// What the kernel allows a chain of calls to use.
    public static final int STACK_BYTES = 512;

    /// The kernel counts each frame rounded up to this.
    private static final int FRAME_MULTIPLE = 32;

    private final Map<String, FunctionCode> functions = new HashMap<>();
    private final Map<String, Integer> frames = new HashMap<>();

    private Compilation() {}

    /// Compiles functions; the first one is the program.
    public static Code compile(String name, List<FunctionCode> functions) {
        return new Compilation().compileAll(name, functions);
    }

    private Code compileAll(String name, List<FunctionCode> all) {
        Assembler assembler = new Assembler(name);
        boolean first = true;
        List<Emission.Range> handwritten = new ArrayList<>();
        for (FunctionCode each : all) {
            FunctionCode function = Simplification.simplify(each);
            Allocation allocation = new Allocation(function);
            functions.put(function.label(), function);
            frames.put(function.label(), allocation.stackBytes());
            if (!first) {
                assembler.at(function.ops().getFirst().source()).label(function.label());
            }
            Emission emission = new Emission(function, allocation, assembler);
            emission.emit();
            handwritten.addAll(emission.handwritten());
            first = false;
        }
        checkStack(all.getFirst());
        Code code = assembler.assemble();
        handwritten.forEach(range -> checkSaved(code, range));
        return code;
    }

    /// The builder keeps values in `R6` to `R9` across instructions written by hand.
    private static void checkSaved(Code code, Emission.Range range) {
        for (int index = range.from(); index < range.to(); index++) {
            for (Register register : EnumSet.range(Register.R6, Register.R9)) {
                if (code.instructions().get(index).changes(register)) {
                    throw new AssemblyException(
                            code.source(index),
                            "`" + Disassembler.text(code.instructions().get(index))
                                    + "` between calls of the builder, which must leave r6 to r9 alone");
                }
            }
        }
    }

    private void checkStack(FunctionCode program) {
        SourceLine source = program.ops().getFirst().source();
        int bytes = chainBytes(program.label());
        if (bytes > STACK_BYTES) {
            throw new AssemblyException(
                    source,
                    "'" + program.label() + "' and what it calls take " + bytes + " bytes of stack; there are "
                            + STACK_BYTES + ": keep large records in a map of one value per CPU, or in the ring");
        }
    }

    private int chainBytes(String label) {
        int deepest = 0;
        FunctionCode function = functions.get(label);
        if (function == null) {
            return 0;
        }
        for (Op op : function.ops()) {
            if (op instanceof Op.Call call) {
                if (call.function() != null) {
                    deepest = Math.max(deepest, chainBytes(call.function()));
                }
                for (Operand argument : call.arguments()) {
                    if (argument instanceof Operand.FunctionAddress callback) {
                        deepest = Math.max(deepest, chainBytes(callback.label()));
                    }
                }
            }
        }
        int own = Math.max(1, frames.getOrDefault(label, 0));
        return deepest + Math.ceilDiv(own, FRAME_MULTIPLE) * FRAME_MULTIPLE;
    }
}
