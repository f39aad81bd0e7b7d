package dev.plumb.ebpf.program;

import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand.Temp;

/// A number that changes as the program runs, such as a sum over a loop. It has a value from the start.
public final class Variable {
    private final Recorder recorder;
    private final Value current;
    private final Temp temp;

    Variable(Recorder recorder, Temp temp, Type type) {
        this.recorder = recorder;
        this.temp = temp;
        this.current = Value.of(recorder, temp, type);
    }

    /// What it holds now; later changes do not change the value taken here.
    public Value value() {
        Temp copy = recorder.temp();
        recorder.add(new Op.Move(Recorder.here(), copy, recorder.use(current)));
        return Value.of(recorder, copy, current.type());
    }

    /// Changes it; a number of another type is cut to the variable's.
    public void set(Value value) {
        recorder.use(current);
        Arithmetic.requireNumber(value);
        recorder.add(new Op.Move(Recorder.here(), temp, recorder.use(value.as(current.type()))));
    }

    public void set(long number) {
        set(Value.constant(recorder, number, current.type()));
    }

    /// Adds to it.
    public void increase(Value amount) {
        set(value().add(amount));
    }

    public void increase(long amount) {
        set(value().add(amount));
    }
}
