package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.internal.code.Compilation;
import dev.plumb.ebpf.internal.code.FunctionCode;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import dev.plumb.ebpf.internal.code.Slot;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the operations of one function as its Java code runs, and knows which values may be used where.
final class Recorder {
    private final String label;
    private final List<Op> ops = new ArrayList<>();
    private final BitSet jumpedTo = new BitSet();
    private Scope scope;
    private boolean reachable = true;

    /// Whether a condition known in Java left the block: what follows is left out instead of refused.
    private boolean leftByConstant;

    private int temps;
    private int labels;
    private int stackBytes;
    private int maxStackBytes;

    Recorder(String label) {
        this.label = label;
        this.scope = new Scope(null, here(), 0);
    }

    /// The nearest line of the program's author.
    static SourceLine here() {
        return SourceLine.ofCaller();
    }

    static AssemblyException wrong(String reason) {
        return new AssemblyException(here(), reason);
    }

    String label() {
        return label;
    }

    Temp temp() {
        return new Temp(temps++);
    }

    int newLabel() {
        return labels++;
    }

    void add(Op op) {
        if (op instanceof Op.Mark mark) {
            reachable |= jumpedTo.get(mark.label());
            if (reachable) {
                leftByConstant = false;
                ops.add(op);
            }
            return;
        }
        if (!reachable && leftByConstant) {
            return;
        }
        if (!reachable) {
            throw new AssemblyException(
                    op.source(), "nothing leads to this: the block has been left before (exit, break or continue)");
        }
        ops.add(op);
        if (op instanceof Op.Branch branch) {
            jumpedTo.set(branch.label());
        } else if (op instanceof Op.Jump jump) {
            jumpedTo.set(jump.label());
            reachable = false;
        } else if (op instanceof Op.Exit) {
            reachable = false;
        }
    }

    void mark(int at) {
        add(new Op.Mark(here(), at));
    }

    /// Jumps unless the block has been left already.
    void jump(int to) {
        if (reachable) {
            add(new Op.Jump(here(), to));
        }
    }

    boolean reachable() {
        return reachable;
    }

    /// Runs a block in a scope of its own.
    void inScope(Runnable block) {
        inScope(null, block);
    }

    void inScope(Scope.@Nullable Loop loop, Runnable block) {
        Scope inner = new Scope(scope, here(), stackBytes);
        inner.loop = loop;
        scope = inner;
        try {
            block.run();
        } finally {
            inner.open = false;
            scope = inner.outer == null ? inner : inner.outer;
            stackBytes = inner.stackBytes;
        }
    }

    /// Runs a block because a condition is known in Java to hold.
    void inKnownScope(Runnable block) {
        boolean before = reachable;
        inScope(block);
        leftByConstant |= before && !reachable;
    }

    Scope scope() {
        return scope;
    }

    /// Takes a block of the stack until the scope ends.
    Slot slot(int sizeBytes, int alignment) {
        int end = Math.ceilDiv(stackBytes + sizeBytes, alignment) * alignment;
        if (end > Compilation.STACK_BYTES) {
            throw wrong(sizeBytes + " bytes do not fit the stack: " + stackBytes + " of its " + Compilation.STACK_BYTES
                    + " are taken; keep large records in a per-CPU map or write them into the ring");
        }
        stackBytes = end;
        maxStackBytes = Math.max(maxStackBytes, end);
        return new Slot(-end, sizeBytes);
    }

    /// The stack taken so far, to [#release] what is taken after.
    int stackMark() {
        return stackBytes;
    }

    void release(int mark) {
        stackBytes = mark;
    }

    /// The operand of a value, if it may be used here.
    Operand use(Value value) {
        check(value.recorder(), value.scope(), value.source(), "value");
        return value.operand();
    }

    Operand use(Memory memory) {
        check(memory.recorder(), memory.scope(), memory.source(), "memory");
        return memory.base();
    }

    private void check(@Nullable Recorder owner, @Nullable Scope definedIn, SourceLine source, String what) {
        if (owner == null || definedIn == null) {
            return;
        }
        if (owner != this) {
            throw wrong("the " + what + " of " + source + " belongs to another function; hand it over as an argument");
        }
        if (!definedIn.open) {
            throw wrong("the " + what + " of " + source + " is used outside the block it was made in, which started at "
                    + definedIn.source + "; make it before that block, or a variable");
        }
    }

    /// The finished function; it ends by returning zero if nothing else.
    FunctionCode finish() {
        if (reachable) {
            add(new Op.Exit(here(), new Operand.Literal(0)));
        }
        scope.open = false;
        return new FunctionCode(label, ops, temps, labels, maxStackBytes);
    }
}
