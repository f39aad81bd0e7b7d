package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a program's function does, said step by step: each call on a body adds to the program, in the order in which
/// the Java code makes them.
///
/// A body is for the thread that builds the program, while it does.
public final class Body
        implements ControlCalls, ValueCalls, TaskCalls, ContextCalls, MapCalls, RingCalls, ReadCalls, FunctionCalls {
    private final Assembly assembly;
    private final Recorder recorder;
    private final List<Temp> parameters = new ArrayList<>();
    private final boolean main;

    Body(Assembly assembly, String label, int parameterCount, boolean main) {
        this.assembly = assembly;
        this.recorder = new Recorder(label);
        this.main = main;
        for (int i = 0; i < parameterCount; i++) {
            parameters.add(recorder.temp());
        }
        recorder.add(new Op.Entry(Recorder.here(), List.copyOf(parameters)));
    }

    Assembly assembly() {
        return assembly;
    }

    ProgramShape shape() {
        return assembly.shape();
    }

    Recorder recorder() {
        return recorder;
    }

    Temp parameterTemp(int index) {
        if (index < 0 || index >= parameters.size()) {
            throw Recorder.wrong("function '" + recorder.label() + "' has " + parameters.size()
                    + " parameters, so none with the number " + index);
        }
        return parameters.get(index);
    }

    /// The context, which only the program itself gets.
    Temp contextTemp() {
        if (!main) {
            throw Recorder.wrong("function '" + recorder.label()
                    + "' does not get the program's context; hand it what it needs as an argument");
        }
        return parameters.getFirst();
    }

    /// Adds a call whose arguments have been checked.
    @Nullable
    Value emitCall(@Nullable Helper helper, @Nullable String function, List<Operand> operands) {
        boolean returns = helper == null || helper.returnsValue();
        Temp result = returns ? recorder.temp() : null;
        recorder.add(new Op.Call(Recorder.here(), helper, function, operands, result));
        if (result == null) {
            return null;
        }
        return helper == null
                ? Value.of(recorder, result, Type.U64)
                : HelperResult.of(helper).value(this, result);
    }
}
