package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.AtomicOperation;
import dev.plumb.ebpf.asm.ByteConversion;
import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One step of a function, before registers are known. Every value has 64 bits.
public sealed interface Op {
    /// The Java line that asked for it.
    SourceLine source();

    /// What it reads.
    default List<Temp> uses() {
        return switch (this) {
            case Entry entry -> List.of();
            case Move move -> temps(move.value);
            case Compute compute -> temps(compute.left, compute.right);
            case Negate negate -> temps(negate.value);
            case Extend extend -> temps(extend.value);
            case SwapBytes swap -> temps(swap.value);
            case Load load -> temps(load.base);
            case Store store -> temps(store.base, store.value);
            case Atomic atomic -> temps(atomic.base, atomic.value);
            case Zero zero -> temps(zero.base);
            case Call call -> temps(call.arguments.toArray(Operand[]::new));
            case Raw raw -> temps(raw.arguments.toArray(Operand[]::new));
            case Mark mark -> List.of();
            case Jump jump -> List.of();
            case Branch branch -> temps(branch.left, branch.right);
            case Exit exit -> temps(exit.value);
        };
    }

    /// What it sets, if it sets one value.
    default @Nullable Temp target() {
        return switch (this) {
            case Move move -> move.target;
            case Compute compute -> compute.target;
            case Negate negate -> negate.target;
            case Extend extend -> extend.target;
            case SwapBytes swap -> swap.target;
            case Load load -> load.target;
            case Atomic atomic -> atomic.fetched;
            case Call call -> call.result;
            case Raw raw -> raw.result;
            case Entry entry -> null;
            case Store store -> null;
            case Zero zero -> null;
            case Mark mark -> null;
            case Jump jump -> null;
            case Branch branch -> null;
            case Exit exit -> null;
        };
    }

    /// Whether it can be left out when nobody reads its target.
    default boolean pure() {
        return this instanceof Move
                || this instanceof Compute
                || this instanceof Negate
                || this instanceof Extend
                || this instanceof SwapBytes
                || this instanceof Load;
    }

    /// Whether it destroys `R0` to `R5`.
    default boolean clobbers() {
        return this instanceof Call || this instanceof Raw;
    }

    /// The condition that holds when another does not; there is none for [Condition#ANY_BIT_SET].
    static Condition inverse(Condition condition) {
        return switch (condition) {
            case EQUAL -> Condition.NOT_EQUAL;
            case NOT_EQUAL -> Condition.EQUAL;
            case GREATER -> Condition.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> Condition.LESS;
            case LESS -> Condition.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> Condition.GREATER;
            case SIGNED_GREATER -> Condition.SIGNED_LESS_OR_EQUAL;
            case SIGNED_GREATER_OR_EQUAL -> Condition.SIGNED_LESS;
            case SIGNED_LESS -> Condition.SIGNED_GREATER_OR_EQUAL;
            case SIGNED_LESS_OR_EQUAL -> Condition.SIGNED_GREATER;
            case ANY_BIT_SET -> throw new IllegalArgumentException("no jump on 'no bit is set in both'");
        };
    }

    private static List<Temp> temps(Operand... operands) {
        List<Temp> temps = new ArrayList<>(operands.length);
        for (Operand operand : operands) {
            if (operand instanceof Temp temp) {
                temps.add(temp);
            }
        }
        return temps;
    }

    /// The function starts with its arguments in these.
    record Entry(SourceLine source, List<Temp> parameters) implements Op {}

    record Move(SourceLine source, Temp target, Operand value) implements Op {}

    record Compute(SourceLine source, AluOperation operation, Temp target, Operand left, Operand right) implements Op {}

    record Negate(SourceLine source, Temp target, Operand value) implements Op {}

    /// Keeps the low bits, and spreads zeros or their sign upwards.
    record Extend(SourceLine source, Temp target, Operand value, int bits, boolean signed) implements Op {}

    record SwapBytes(SourceLine source, ByteConversion conversion, Size size, Temp target, Operand value)
            implements Op {}

    record Load(SourceLine source, Size size, Temp target, Operand base, int offset) implements Op {}

    record Store(SourceLine source, Size size, Operand base, int offset, Operand value) implements Op {}

    record Atomic(
            SourceLine source,
            AtomicOperation operation,
            Size size,
            Operand base,
            int offset,
            Operand value,
            @Nullable Temp fetched)
            implements Op {}

    /// Clears memory that starts at a multiple of 8, or on the stack, as far as what follows does not write it anyway.
    record Zero(SourceLine source, Operand base, int sizeBytes) implements Op {}

    /// Calls a helper, or a function of the program where `function` names one.
    record Call(
            SourceLine source,
            @Nullable Helper helper,
            @Nullable String function,
            List<Operand> arguments,
            @Nullable Temp result)
            implements Op {}

    /// Instructions written by hand: arguments in `R1` to `R5`, result in `R0`.
    record Raw(
            SourceLine source,
            List<Operand> arguments,
            Consumer<Assembler> code,
            @Nullable Temp result) implements Op {}

    /// A place to jump to.
    record Mark(SourceLine source, int label) implements Op {}

    record Jump(SourceLine source, int label) implements Op {}

    record Branch(SourceLine source, Condition condition, Operand left, Operand right, int label) implements Op {}

    record Exit(SourceLine source, Operand value) implements Op {}
}
