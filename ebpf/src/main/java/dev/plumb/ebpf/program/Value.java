package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.internal.code.Operand;
import org.jspecify.annotations.Nullable;

/// A number in a running program, computed once, where the Java code asks for it, and usable until the block ends.
///
/// Values have a [Type] and 64 bits; arithmetic wraps at 64 bits, [#as] cuts to fewer. A sum, difference, product or
/// bit operation has a sign if one of its operands has. Division by zero gives zero and its remainder the dividend, as
/// the kernel defines it. A mistake that shows here is an [dev.plumb.ebpf.asm.AssemblyException] naming the line.
public final class Value implements Argument.Data {
    private final @Nullable Recorder recorder;
    private final @Nullable Scope scope;
    private final SourceLine source;
    private final Operand operand;
    private final Type type;
    private final @Nullable Pointee pointee;

    /// What the verifier knows about a value that is a pointer.
    ///
    /// @param type the id of the struct it points to, or 0 if it is no kernel object
    /// @param maybeNull whether it must be tested first
    record Pointee(int type, boolean maybeNull) {}

    private Value(
            @Nullable Recorder recorder,
            @Nullable Scope scope,
            SourceLine source,
            Operand operand,
            Type type,
            @Nullable Pointee pointee) {
        this.recorder = recorder;
        this.scope = scope;
        this.source = source;
        this.operand = operand;
        this.type = type;
        this.pointee = pointee;
    }

    static Value of(Recorder recorder, Operand operand, Type type) {
        return new Value(recorder, recorder.scope(), Recorder.here(), operand, type, null);
    }

    static Value pointer(Recorder recorder, Operand operand, Pointee pointee) {
        return new Value(recorder, recorder.scope(), Recorder.here(), operand, Type.U64, pointee);
    }

    /// A constant, which any function may use.
    static Value constant(@Nullable Recorder recorder, long number, Type type) {
        return new Value(recorder, null, SourceLine.UNKNOWN, new Operand.Literal(number), type, null);
    }

    public Type type() {
        return type;
    }

    Operand operand() {
        return operand;
    }

    @Nullable
    Recorder recorder() {
        return recorder;
    }

    @Nullable
    Scope scope() {
        return scope;
    }

    SourceLine source() {
        return source;
    }

    @Nullable
    Pointee pointee() {
        return pointee;
    }

    @Nullable
    Long number() {
        return operand instanceof Operand.Literal number ? number.value() : null;
    }

    public Value add(Value other) {
        return Arithmetic.compute(AluOperation.ADD, this, other);
    }

    public Value add(long number) {
        return add(literal(number));
    }

    public Value sub(Value other) {
        return Arithmetic.compute(AluOperation.SUB, this, other);
    }

    public Value sub(long number) {
        return sub(literal(number));
    }

    public Value mul(Value other) {
        return Arithmetic.compute(AluOperation.MUL, this, other);
    }

    public Value mul(long number) {
        return mul(literal(number));
    }

    /// Divides, towards zero.
    public Value div(Value other) {
        return Arithmetic.divide(this, other, false);
    }

    public Value div(long number) {
        return div(literal(number));
    }

    /// The remainder, with the sign of this value.
    public Value mod(Value other) {
        return Arithmetic.divide(this, other, true);
    }

    public Value mod(long number) {
        return mod(literal(number));
    }

    public Value and(Value other) {
        return Arithmetic.compute(AluOperation.AND, this, other);
    }

    public Value and(long number) {
        return and(literal(number));
    }

    public Value or(Value other) {
        return Arithmetic.compute(AluOperation.OR, this, other);
    }

    public Value or(long number) {
        return or(literal(number));
    }

    public Value xor(Value other) {
        return Arithmetic.compute(AluOperation.XOR, this, other);
    }

    public Value xor(long number) {
        return xor(literal(number));
    }

    /// Shifts left; only the low six bits of the distance count.
    public Value shl(Value distance) {
        return Arithmetic.shift(this, distance, true);
    }

    public Value shl(int distance) {
        return shl(literal(distance));
    }

    /// Shifts right and fills with the sign if the value has one, else with zeros.
    public Value shr(Value distance) {
        return Arithmetic.shift(this, distance, false);
    }

    public Value shr(int distance) {
        return shr(literal(distance));
    }

    public Value neg() {
        return Arithmetic.negate(this);
    }

    /// Cuts the value to a type; free of charge where it has been one all along.
    public Value as(Type newType) {
        return Arithmetic.extend(this, newType);
    }

    /// This value, or a limit if it is greater. The verifier then knows it, too.
    public Value atMost(long limit) {
        return Arithmetic.limit(this, limit, true);
    }

    /// This value, or a limit if it is less.
    public Value atLeast(long limit) {
        return Arithmetic.limit(this, limit, false);
    }

    /// The number of the highest bit set, 0 to 63, and 0 for zero: the slot of a histogram of powers of two.
    public Value log2() {
        return Arithmetic.log2(this);
    }

    /// The low bytes of the value turned between the machine's order and the network's.
    public Value bigEndian(Type size) {
        return Arithmetic.bigEndian(this, size);
    }

    public Condition eq(Value other) {
        return Comparison.of(Comparison.Relation.EQUAL, this, other);
    }

    public Condition eq(long number) {
        return eq(literal(number));
    }

    public Condition ne(Value other) {
        return Comparison.of(Comparison.Relation.NOT_EQUAL, this, other);
    }

    public Condition ne(long number) {
        return ne(literal(number));
    }

    public Condition lt(Value other) {
        return Comparison.of(Comparison.Relation.LESS, this, other);
    }

    public Condition lt(long number) {
        return lt(literal(number));
    }

    public Condition le(Value other) {
        return Comparison.of(Comparison.Relation.LESS_OR_EQUAL, this, other);
    }

    public Condition le(long number) {
        return le(literal(number));
    }

    public Condition gt(Value other) {
        return Comparison.of(Comparison.Relation.GREATER, this, other);
    }

    public Condition gt(long number) {
        return gt(literal(number));
    }

    public Condition ge(Value other) {
        return Comparison.of(Comparison.Relation.GREATER_OR_EQUAL, this, other);
    }

    public Condition ge(long number) {
        return ge(literal(number));
    }

    /// Holds if some bit is set both here and there.
    public Condition anyBitOf(Value bits) {
        return Comparison.of(Comparison.Relation.ANY_BIT, this, bits);
    }

    public Condition anyBitOf(long bits) {
        return anyBitOf(literal(bits));
    }

    private static Value literal(long number) {
        return constant(null, number, number < 0 ? Type.S64 : Type.U64);
    }

    @Override
    public String toString() {
        Long number = number();
        return number == null ? type + " of " + source : number.toString();
    }
}
