package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Register;
import java.util.EnumMap;
import java.util.Map;

/// Moves registers to others as if all at once: no value is overwritten before it has been moved.
final class ParallelMoves {
    private final Assembler assembler;

    /// By target.
    private final Map<Register, Register> pending = new EnumMap<>(Register.class);

    ParallelMoves(Assembler assembler) {
        this.assembler = assembler;
    }

    void add(Register target, Register source) {
        if (target != source) {
            pending.put(target, source);
        }
    }

    /// Emits the moves. `free` is a register that is no target; it is used where moves form a circle.
    void emit(Register free) {
        while (!pending.isEmpty()) {
            Register ready = null;
            for (Register target : pending.keySet()) {
                if (!pending.containsValue(target)) {
                    ready = target;
                    break;
                }
            }
            if (ready != null) {
                assembler.mov(ready, source(ready));
                pending.remove(ready);
            } else {
                breakCircle(free);
            }
        }
    }

    /// Each target is still to be moved away: one goes to the free register first. That is no source any more, since
    /// what it held could move at once.
    private void breakCircle(Register free) {
        Register target = pending.keySet().iterator().next();
        assembler.mov(free, target);
        pending.replaceAll((each, source) -> source == target ? free : source);
    }

    private Register source(Register target) {
        Register source = pending.get(target);
        if (source == null) {
            throw new IllegalStateException("no move to " + target);
        }
        return source;
    }
}
