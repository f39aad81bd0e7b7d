package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Condition;
import org.jspecify.annotations.Nullable;

/// Makes conditions of two values, and refuses those that mean something else than they look like.
final class Comparison {
    private Comparison() {}

    /// How two values are compared, whatever their sign.
    enum Relation {
        EQUAL(Condition.EQUAL, Condition.EQUAL),
        NOT_EQUAL(Condition.NOT_EQUAL, Condition.NOT_EQUAL),
        LESS(Condition.LESS, Condition.SIGNED_LESS),
        LESS_OR_EQUAL(Condition.LESS_OR_EQUAL, Condition.SIGNED_LESS_OR_EQUAL),
        GREATER(Condition.GREATER, Condition.SIGNED_GREATER),
        GREATER_OR_EQUAL(Condition.GREATER_OR_EQUAL, Condition.SIGNED_GREATER_OR_EQUAL),
        ANY_BIT(Condition.ANY_BIT_SET, Condition.ANY_BIT_SET);

        private final Condition unsigned;
        private final Condition signed;

        Relation(Condition unsigned, Condition signed) {
            this.unsigned = unsigned;
            this.signed = signed;
        }

        private boolean orders() {
            return unsigned != signed;
        }
    }

    static dev.plumb.ebpf.program.Condition of(Relation relation, Value left, Value right) {
        checkConstant(relation, left, right);
        checkConstant(relation, right, left);
        boolean signed = relation.orders() && signed(left, right);
        Condition condition = signed ? relation.signed : relation.unsigned;
        Long a = left.number();
        Long b = right.number();
        if (a != null && b != null) {
            return new dev.plumb.ebpf.program.Condition.Constant(holds(condition, a, b));
        }
        if (a != null) {
            return new dev.plumb.ebpf.program.Condition.Compare(mirrored(condition), right, left);
        }
        return new dev.plumb.ebpf.program.Condition.Compare(condition, left, right);
    }

    private static void checkConstant(Relation relation, Value value, Value constant) {
        Long number = constant.number();
        if (number == null || value.number() != null || relation == Relation.ANY_BIT) {
            return;
        }
        Type type = value.type();
        boolean unsigned64 = type == Type.U64 && number < 0 && constant.type().signed();
        boolean never = relation.orders() ? unsigned64 : !type.holds(number);
        if (never) {
            throw Recorder.wrong(
                    "a value of type " + type + " is never " + number + "; cut it with as(...) if its bits are meant");
        }
    }

    /// Whether two values are compared or divided with their signs.
    static boolean signed(Value left, Value right) {
        boolean leftSigned = sign(left, right);
        boolean rightSigned = sign(right, left);
        if (leftSigned == rightSigned) {
            return leftSigned;
        }
        Value unsigned = leftSigned ? right : left;
        if (unsigned.type() == Type.U64) {
            throw Recorder.wrong(
                    "a value with a sign meets one of 64 bits without; say which is meant with as(Type.S64) or as(Type.U64)");
        }
        return true;
    }

    /// A constant goes along with the other operand, unless it is negative or too large to.
    private static boolean sign(Value value, Value other) {
        Long number = value.number();
        if (number == null || other.number() != null || number < 0) {
            return value.type().signed();
        }
        return other.type().signed();
    }

    private static Condition mirrored(Condition condition) {
        return switch (condition) {
            case EQUAL, NOT_EQUAL, ANY_BIT_SET -> condition;
            case GREATER -> Condition.LESS;
            case GREATER_OR_EQUAL -> Condition.LESS_OR_EQUAL;
            case LESS -> Condition.GREATER;
            case LESS_OR_EQUAL -> Condition.GREATER_OR_EQUAL;
            case SIGNED_GREATER -> Condition.SIGNED_LESS;
            case SIGNED_GREATER_OR_EQUAL -> Condition.SIGNED_LESS_OR_EQUAL;
            case SIGNED_LESS -> Condition.SIGNED_GREATER;
            case SIGNED_LESS_OR_EQUAL -> Condition.SIGNED_GREATER_OR_EQUAL;
        };
    }

    private static boolean holds(Condition condition, long a, long b) {
        return switch (condition) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case GREATER -> Long.compareUnsigned(a, b) > 0;
            case GREATER_OR_EQUAL -> Long.compareUnsigned(a, b) >= 0;
            case LESS -> Long.compareUnsigned(a, b) < 0;
            case LESS_OR_EQUAL -> Long.compareUnsigned(a, b) <= 0;
            case SIGNED_GREATER -> a > b;
            case SIGNED_GREATER_OR_EQUAL -> a >= b;
            case SIGNED_LESS -> a < b;
            case SIGNED_LESS_OR_EQUAL -> a <= b;
            case ANY_BIT_SET -> (a & b) != 0;
        };
    }

    /// Whether a condition is known without running the program.
    static @Nullable Boolean known(dev.plumb.ebpf.program.Condition condition) {
        return condition instanceof dev.plumb.ebpf.program.Condition.Constant constant ? constant.holds() : null;
    }
}
