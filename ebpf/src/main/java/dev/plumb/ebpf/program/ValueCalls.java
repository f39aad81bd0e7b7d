package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.StackAddress;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import dev.plumb.ebpf.internal.code.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The calls of a [Body] that make values, variables and memory of its own.
public sealed interface ValueCalls permits Body {
    /// A constant.
    default Value constant(long number) {
        return Value.constant(self().recorder(), number, number < 0 ? Type.S64 : Type.U64);
    }

    /// A number of 64 bits that the program changes.
    default Variable variable(long start) {
        return variable(Value.constant(self().recorder(), start, start < 0 ? Type.S64 : Type.U64));
    }

    /// A number that the program changes, of the type of its first value.
    default Variable variable(Value start) {
        Recorder recorder = self().recorder();
        Arithmetic.requireNumber(start);
        Temp temp = recorder.temp();
        recorder.add(new Op.Move(Recorder.here(), temp, recorder.use(start)));
        return new Variable(recorder, temp, start.type());
    }

    /// A record on the stack, cleared, until the block ends. The stack has 512 bytes for everything.
    default Memory local(Layout layout) {
        return stack(layout.sizeBytes(), layout.alignment()).as(layout);
    }

    /// Bytes on the stack, cleared, until the block ends.
    default Memory local(int sizeBytes) {
        return stack(sizeBytes, 8);
    }

    private Memory stack(int sizeBytes, int alignment) {
        Recorder recorder = self().recorder();
        if (sizeBytes <= 0) {
            throw Recorder.wrong("a local of " + sizeBytes + " bytes");
        }
        Slot slot = recorder.slot(sizeBytes, alignment);
        StackAddress address = new StackAddress(slot, 0);
        recorder.add(new Op.Zero(Recorder.here(), address, sizeBytes));
        return new Memory(self(), Memory.Kind.STACK, address, 0, sizeBytes, null);
    }

    /// Instructions written by hand. They find the arguments in `R1` to `R5`, leave a result in `R0`, may destroy these
    /// six and must leave `R6` to `R9` alone.
    default Value assemble(Consumer<Assembler> code, Argument.Data... arguments) {
        Recorder recorder = self().recorder();
        List<Operand> operands = new ArrayList<>();
        for (Argument.Data argument : arguments) {
            operands.add(HelperArguments.operand(self(), argument));
        }
        Temp result = recorder.temp();
        recorder.add(new Op.Raw(Recorder.here(), operands, code, result));
        return Value.of(recorder, result, Type.U64);
    }

    private Body self() {
        return (Body) this;
    }
}
