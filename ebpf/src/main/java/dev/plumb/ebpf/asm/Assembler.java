package dev.plumb.ebpf.asm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes a program, one call per instruction, with labels for the places to jump to and the functions to call.
///
/// Each instruction remembers the Java line that asked for it, and every mistake is an [AssemblyException] that names
/// it.
/// Not for use by several threads at once.
///
/// ```java
/// Code code = new Assembler("count_calls")
///         .mov(R6, R1)
///         .call(Helper.GET_CURRENT_PID_TGID)
///         .jumpIfEqual(R0, 0, "done")
///         .mov(R0, 1)
///         .exit()
///         .label("done")
///         .mov(R0, 0)
///         .exit()
///         .assemble();
/// ```
public final class Assembler implements ArithmeticCalls, Arithmetic32Calls, JumpCalls, MemoryCalls, ConstantCalls {
    private final String name;
    private final List<Unlinked> instructions = new ArrayList<>();
    private final Map<String, Place> labels = new HashMap<>();
    private @Nullable SourceLine fixedSource;

    /// An instruction whose offset is not known before all labels are.
    record Unlinked(IntFunction<Instruction> form, @Nullable String label, int slots, SourceLine source) {}

    /// Where a label stands: before the instruction with this index.
    record Place(int index, SourceLine source) {}

    /// An assembler for a program called `main`.
    public Assembler() {
        this("main");
    }

    /// An assembler for a program with a name of its own.
    public Assembler(String name) {
        this.name = name;
    }

    /// Marks the place of the next instruction, to be jumped to or called.
    public Assembler label(String label) {
        SourceLine source = source();
        Place earlier = labels.putIfAbsent(label, new Place(instructions.size(), source));
        if (earlier != null) {
            throw new AssemblyException(
                    source, "label '" + label + "' is already at " + earlier.source() + "; give it another name");
        }
        return this;
    }

    /// Adds an instruction made elsewhere.
    public Assembler append(Instruction instruction) {
        return emit(() -> instruction);
    }

    /// Makes the following instructions remember a given line instead of the calling one, until [#atCaller].
    public Assembler at(SourceLine source) {
        fixedSource = source;
        return this;
    }

    /// Makes the following instructions remember the line that asks for them, as they do at first.
    public Assembler atCaller() {
        fixedSource = null;
        return this;
    }

    /// How many instructions there are so far.
    public int size() {
        return instructions.size();
    }

    /// The finished program, with its labels resolved and its flow checked by [FlowCheck].
    public Code assemble() {
        Code code = assembleUnchecked();
        FlowCheck.check(code);
        return code;
    }

    /// The finished program without a [FlowCheck]: for programs that only the kernel can judge.
    public Code assembleUnchecked() {
        if (instructions.isEmpty()) {
            throw new AssemblyException(source(), "program '" + name + "' has no instructions; it needs at least exit");
        }
        Code code = new Linking(name, instructions, labels).link();
        new ControlFlow(code).checkEnds();
        return code;
    }

    Assembler emit(Supplier<Instruction> form) {
        return emit(null, offset -> form.get());
    }

    /// Adds an instruction that refers to a label by the distance to it.
    Assembler emit(@Nullable String label, IntFunction<Instruction> form) {
        SourceLine source = source();
        Instruction instruction;
        try {
            instruction = form.apply(0);
        } catch (IllegalArgumentException wrong) {
            throw new AssemblyException(source, wrong);
        }
        if ((Effects.writes(instruction) & Register.R10.bit()) != 0) {
            throw new AssemblyException(
                    source,
                    "`" + Disassembler.text(instruction) + "` writes r10, the read-only frame pointer; copy it first");
        }
        boolean linked = label != null;
        instructions.add(new Unlinked(linked ? form : offset -> instruction, label, instruction.slots(), source));
        return this;
    }

    private SourceLine source() {
        SourceLine fixed = fixedSource;
        return fixed == null ? SourceLine.ofCaller() : fixed;
    }
}
