package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The calls of a [Body] that decide what runs next.
public sealed interface ControlCalls permits Body {
    /// Runs a block if a condition holds.
    default void ifTrue(Condition condition, Runnable then) {
        Boolean known = Comparison.known(condition);
        Recorder recorder = self().recorder();
        if (known != null) {
            if (known) {
                recorder.inKnownScope(then);
            }
            return;
        }
        int end = recorder.newLabel();
        Branching.unless(recorder, condition, end);
        recorder.inScope(then);
        recorder.mark(end);
    }

    /// Runs one of two blocks.
    default void ifElse(Condition condition, Runnable then, Runnable otherwise) {
        Boolean known = Comparison.known(condition);
        Recorder recorder = self().recorder();
        if (known != null) {
            recorder.inKnownScope(known ? then : otherwise);
            return;
        }
        int other = recorder.newLabel();
        int end = recorder.newLabel();
        Branching.unless(recorder, condition, other);
        recorder.inScope(then);
        recorder.jump(end);
        recorder.mark(other);
        recorder.inScope(otherwise);
        recorder.mark(end);
    }

    /// One of two values.
    default Value choose(Condition condition, Value then, Value otherwise) {
        Variable chosen = self().variable(otherwise);
        ifTrue(condition, () -> chosen.set(then));
        return chosen.value();
    }

    /// Leaves the program if a condition holds.
    default void exitIf(Condition condition) {
        ifTrue(condition, this::exit);
    }

    /// Leaves the function with result 0. A ring record that is being filled is given up.
    default void exit() {
        exit(0);
    }

    default void exit(long result) {
        exit(self().constant(result));
    }

    default void exit(Value result) {
        Recorder recorder = self().recorder();
        discardRecords(null);
        recorder.add(new Op.Exit(Recorder.here(), recorder.use(result)));
    }

    /// Runs a block a constant number of times, with the round's number from 0. The verifier walks through each round.
    default void repeat(int times, Consumer<Value> block) {
        repeat(self().constant(times), times, block);
    }

    /// Runs a block as often as a value says, but at most `limit` times.
    default void repeat(Value times, int limit, Consumer<Value> block) {
        if (limit <= 0) {
            throw Recorder.wrong("a loop of at most " + limit + " rounds never runs");
        }
        Recorder recorder = self().recorder();
        boolean constant = times.number() != null;
        dev.plumb.ebpf.asm.Condition reached = times.type().signed()
                ? dev.plumb.ebpf.asm.Condition.SIGNED_GREATER_OR_EQUAL
                : dev.plumb.ebpf.asm.Condition.GREATER_OR_EQUAL;
        Operand bound = recorder.use(times);
        Temp round = recorder.temp();
        Scope.Loop loop = new Scope.Loop(recorder.newLabel(), recorder.newLabel());
        int start = recorder.newLabel();
        recorder.add(new Op.Move(Recorder.here(), round, new Literal(0)));
        recorder.mark(start);
        recorder.inScope(loop, () -> {
            if (!constant) {
                recorder.add(new Op.Branch(Recorder.here(), reached, round, bound, loop.end()));
            }
            block.accept(Value.of(recorder, round, Type.U64));
        });
        recorder.mark(loop.next());
        if (recorder.reachable()) {
            recorder.add(new Op.Compute(Recorder.here(), AluOperation.ADD, round, round, new Literal(1)));
            recorder.add(new Op.Branch(
                    Recorder.here(), dev.plumb.ebpf.asm.Condition.LESS, round, new Literal(limit), start));
        }
        recorder.mark(loop.end());
    }

    /// Runs a block while a condition holds, but at most `limit` times; the condition is asked before each round.
    default void repeatWhile(int limit, Supplier<Condition> condition, Runnable block) {
        repeat(limit, round -> {
            breakIf(condition.get().not());
            block.run();
        });
    }

    /// Leaves the innermost loop.
    default void breakLoop() {
        leave(true);
    }

    default void breakIf(Condition condition) {
        ifTrue(condition, this::breakLoop);
    }

    /// Goes on with the next round of the innermost loop.
    default void continueLoop() {
        leave(false);
    }

    default void continueIf(Condition condition) {
        ifTrue(condition, this::continueLoop);
    }

    private void leave(boolean end) {
        Recorder recorder = self().recorder();
        for (Scope scope = recorder.scope(); scope != null; scope = scope.outer) {
            Scope.Loop loop = scope.loop;
            if (loop != null) {
                discardRecords(scope);
                recorder.add(new Op.Jump(Recorder.here(), end ? loop.end() : loop.next()));
                return;
            }
        }
        throw Recorder.wrong((end ? "break" : "continue") + " outside of a loop");
    }

    /// Gives up the ring records that are being filled in the blocks that are left.
    private void discardRecords(@Nullable Scope outermost) {
        Scope scope = self().recorder().scope();
        while (scope != null) {
            if (scope.record != null) {
                self().invoke(Helper.RINGBUF_DISCARD, scope.record, self().constant(0));
            }
            scope = scope == outermost ? null : scope.outer;
        }
    }

    private Body self() {
        return (Body) this;
    }
}
