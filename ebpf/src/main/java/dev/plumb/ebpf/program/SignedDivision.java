package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.Temp;

/// Divides numbers with a sign by the division without one, since the kernel has one only since 6.6: the absolute
/// values are divided, and the result gets the sign.
final class SignedDivision {
    private static final Literal ZERO = new Literal(0);

    private SignedDivision() {}

    static Value divide(Recorder recorder, AluOperation operation, Value left, Value right) {
        Operand dividend = recorder.use(left);
        Operand divisor = recorder.use(right);
        Temp result = absolute(recorder, dividend);
        Temp by = absolute(recorder, divisor);
        recorder.add(new Op.Compute(Recorder.here(), operation, result, result, by));
        Operand sign = dividend;
        if (operation == AluOperation.DIV) {
            Temp both = recorder.temp();
            recorder.add(new Op.Compute(Recorder.here(), AluOperation.XOR, both, dividend, divisor));
            sign = both;
        }
        int done = recorder.newLabel();
        recorder.add(new Op.Branch(Recorder.here(), Condition.SIGNED_GREATER_OR_EQUAL, sign, ZERO, done));
        recorder.add(new Op.Negate(Recorder.here(), result, result));
        recorder.mark(done);
        return Value.of(recorder, result, Type.S64);
    }

    private static Temp absolute(Recorder recorder, Operand value) {
        Temp absolute = recorder.temp();
        if (value instanceof Literal number) {
            recorder.add(new Op.Move(Recorder.here(), absolute, new Literal(Math.abs(number.value()))));
            return absolute;
        }
        int positive = recorder.newLabel();
        recorder.add(new Op.Move(Recorder.here(), absolute, value));
        recorder.add(new Op.Branch(Recorder.here(), Condition.SIGNED_GREATER_OR_EQUAL, absolute, ZERO, positive));
        recorder.add(new Op.Negate(Recorder.here(), absolute, absolute));
        recorder.mark(positive);
        return absolute;
    }
}
