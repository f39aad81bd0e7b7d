package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.ByteConversion;
import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import org.jspecify.annotations.Nullable;

/// Computes with values: at once where all operands are constants, else by operations in the function.
final class Arithmetic {
    private Arithmetic() {}

    static Value compute(AluOperation operation, Value left, Value right) {
        Long a = number(left);
        Long b = number(right);
        Type type = resultType(left, right);
        if (a != null && b != null) {
            return Value.constant(recorderOf(left, right), fold(operation, a, b), type);
        }
        if (b != null && neutral(operation, b) && left.type() == type) {
            recorder(left, right).use(left);
            return left;
        }
        return emit(operation, left, right, type);
    }

    private static Value emit(AluOperation operation, Value left, Value right, Type type) {
        Recorder recorder = recorder(left, right);
        requireNumber(left);
        requireNumber(right);
        Operand leftOperand = recorder.use(left);
        Operand rightOperand = recorder.use(right);
        Temp target = recorder.temp();
        recorder.add(new Op.Compute(Recorder.here(), operation, target, leftOperand, rightOperand));
        return Value.of(recorder, target, type);
    }

    private static Type resultType(Value left, Value right) {
        boolean signed = (number(left) == null && left.type().signed())
                || (number(right) == null && right.type().signed())
                || (number(left) != null && number(right) != null && left.type().signed());
        return signed ? Type.S64 : Type.U64;
    }

    private static boolean neutral(AluOperation operation, long number) {
        return switch (operation) {
            case ADD, SUB, OR, XOR, LSH, RSH, ARSH -> number == 0;
            case MUL, DIV -> number == 1;
            case AND -> number == -1;
            case MOD, MOV, SDIV, SMOD -> false;
        };
    }

    static long fold(AluOperation operation, long a, long b) {
        return switch (operation) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> b == 0 ? 0 : Long.divideUnsigned(a, b);
            case MOD -> b == 0 ? a : Long.remainderUnsigned(a, b);
            case SDIV -> b == 0 ? 0 : a / b;
            case SMOD -> b == 0 ? a : a % b;
            case OR -> a | b;
            case AND -> a & b;
            case XOR -> a ^ b;
            case LSH -> a << b;
            case RSH -> a >>> b;
            case ARSH -> a >> b;
            case MOV -> b;
        };
    }

    static Value divide(Value left, Value right, boolean remainder) {
        Long divisor = number(right);
        if (divisor != null && divisor == 0) {
            throw Recorder.wrong("division by the constant zero");
        }
        boolean signed = Comparison.signed(left, right);
        Long dividend = number(left);
        if (dividend != null && divisor != null) {
            AluOperation operation = signed
                    ? (remainder ? AluOperation.SMOD : AluOperation.SDIV)
                    : (remainder ? AluOperation.MOD : AluOperation.DIV);
            Type type = signed ? Type.S64 : Type.U64;
            return Value.constant(recorderOf(left, right), fold(operation, dividend, divisor), type);
        }
        AluOperation operation = remainder ? AluOperation.MOD : AluOperation.DIV;
        return signed
                ? SignedDivision.divide(recorder(left, right), operation, left, right)
                : emit(operation, left, right, Type.U64);
    }

    static Value shift(Value value, Value distance, boolean left) {
        Long number = number(distance);
        if (number != null && (number < 0 || number >= Long.SIZE)) {
            throw Recorder.wrong("shift by " + number + "; it takes 0 to 63");
        }
        boolean signed = value.type().signed();
        AluOperation operation = left ? AluOperation.LSH : signed ? AluOperation.ARSH : AluOperation.RSH;
        Type type = left ? (signed ? Type.S64 : Type.U64) : shiftedRight(value.type(), number);
        Long constant = number(value);
        if (constant != null && number != null) {
            return Value.constant(recorderOf(value, distance), fold(operation, constant, number), type);
        }
        if (number != null && number == 0) {
            return value;
        }
        return emit(operation, value, distance, type);
    }

    /// What is left of 64 bits without a sign is a smaller number, which needs no cutting later.
    private static Type shiftedRight(Type type, @Nullable Long distance) {
        if (type != Type.U64 || distance == null || distance < Integer.SIZE) {
            return type;
        }
        return distance >= 56 ? Type.U8 : distance >= 48 ? Type.U16 : Type.U32;
    }

    static Value negate(Value value) {
        Long constant = number(value);
        if (constant != null) {
            return Value.constant(value.recorder(), -constant, Type.S64);
        }
        Recorder recorder = recorder(value, value);
        requireNumber(value);
        Operand operand = recorder.use(value);
        Temp target = recorder.temp();
        recorder.add(new Op.Negate(Recorder.here(), target, operand));
        return Value.of(recorder, target, Type.S64);
    }

    static Value extend(Value value, Type type) {
        Long constant = number(value);
        if (constant != null) {
            return Value.constant(value.recorder(), type.narrow(constant), type);
        }
        Recorder recorder = recorder(value, value);
        Operand operand = recorder.use(value);
        if (type.bits() == Long.SIZE || value.type().within(type)) {
            return Value.of(recorder, operand, type);
        }
        requireNumber(value);
        Temp target = recorder.temp();
        recorder.add(new Op.Extend(Recorder.here(), target, operand, type.bits(), type.signed()));
        return Value.of(recorder, target, type);
    }

    static Value bigEndian(Value value, Type size) {
        if (size.sizeBytes() == 1 || size.signed()) {
            throw Recorder.wrong("byte order is changed of U16, U32 or U64, not of " + size);
        }
        Recorder recorder = recorder(value, value);
        Operand operand = recorder.use(value);
        Temp target = recorder.temp();
        recorder.add(new Op.SwapBytes(Recorder.here(), ByteConversion.BIG_ENDIAN, size.size(), target, operand));
        return Value.of(recorder, target, size);
    }

    static Value limit(Value value, long limit, boolean above) {
        boolean signed = value.type().signed();
        if (!signed && limit < 0) {
            throw Recorder.wrong("a value without a sign is never below zero; its limit is " + limit);
        }
        Recorder recorder = recorder(value, value);
        Operand operand = recorder.use(value);
        Temp target = recorder.temp();
        int done = recorder.newLabel();
        Condition within = above
                ? (signed ? Condition.SIGNED_LESS_OR_EQUAL : Condition.LESS_OR_EQUAL)
                : (signed ? Condition.SIGNED_GREATER_OR_EQUAL : Condition.GREATER_OR_EQUAL);
        recorder.add(new Op.Move(Recorder.here(), target, operand));
        recorder.add(new Op.Branch(Recorder.here(), within, target, new Literal(limit), done));
        recorder.add(new Op.Move(Recorder.here(), target, new Literal(limit)));
        recorder.mark(done);
        return Value.of(recorder, target, value.type().holds(limit) ? value.type() : signed ? Type.S64 : Type.U64);
    }

    /// Without a branch, so that the verifier has one path only and knows the result as six bits.
    static Value log2(Value value) {
        Value rest = value.as(Type.U64);
        Value result = Value.constant(value.recorder(), 0, Type.U64);
        for (int step = 5; step >= 0; step--) {
            Value high = rest.shr(1 << step);
            Value distance = high.or(high.neg()).as(Type.U64).shr(63).shl(step);
            result = result.or(distance);
            if (step > 0) {
                rest = rest.shr(distance);
            }
        }
        return result;
    }

    static void requireNumber(Value value) {
        Value.Pointee pointee = value.pointee();
        if (pointee != null && pointee.maybeNull()) {
            throw Recorder.wrong(
                    "the pointer of " + value.source() + " may be null and is no number; use it with ifPresent");
        }
    }

    static @Nullable Long number(Value value) {
        return value.number();
    }

    static @Nullable Recorder recorderOf(Value left, Value right) {
        return left.recorder() != null ? left.recorder() : right.recorder();
    }

    static Recorder recorder(Value left, Value right) {
        Recorder recorder = number(left) == null ? left.recorder() : right.recorder();
        if (recorder == null) {
            recorder = recorderOf(left, right);
        }
        if (recorder == null) {
            throw Recorder.wrong("two constants belong to no program; compute them in Java");
        }
        return recorder;
    }
}
