package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes a function shorter without changing what it does: computes nothing that nobody reads, shares its exits, and
/// clears only the stack that is not written anyway.
final class Simplification {
    private Simplification() {}

    static FunctionCode simplify(FunctionCode function) {
        FunctionCode simpler = shareExits(function);
        simpler = simpler.with(ZeroExpansion.expand(simpler.ops()), simpler.labels());
        while (true) {
            int before = simpler.ops().size();
            simpler = simpler.with(withoutUnread(simpler), simpler.labels());
            if (simpler.ops().size() == before) {
                return simpler;
            }
        }
    }

    private static List<Op> withoutUnread(FunctionCode function) {
        Liveness liveness = new Liveness(function);
        List<Op> needed = new ArrayList<>();
        for (int at = 0; at < function.ops().size(); at++) {
            Op op = function.ops().get(at);
            Temp target = op.target();
            boolean unread = target != null && !liveness.after(at).get(target.id());
            if (!(unread && op.pure())) {
                needed.add(unread ? withoutResult(op) : op);
            }
        }
        return needed;
    }

    private static Op withoutResult(Op op) {
        return switch (op) {
            case Op.Call call -> new Op.Call(call.source(), call.helper(), call.function(), call.arguments(), null);
            case Op.Raw raw -> new Op.Raw(raw.source(), raw.arguments(), raw.code(), null);
            default -> op;
        };
    }

    /// A place at the end of the function that exits with a constant.
    private record Shared(int label, SourceLine source) {}

    /// `if (!c) goto next; exit k; next:` becomes `if (c) goto exit_k`, with one `exit_k` for all.
    private static FunctionCode shareExits(FunctionCode function) {
        List<Op> ops = function.ops();
        List<Op> kept = new ArrayList<>();
        Map<Long, Shared> exits = new LinkedHashMap<>();
        int labels = function.labels();
        int at = 0;
        while (at < ops.size()) {
            Op.Branch skip = skippedExit(ops, at);
            if (skip == null || !(ops.get(at + 1) instanceof Op.Exit exit)) {
                kept.add(ops.get(at));
                at++;
                continue;
            }
            long value = exit.value() instanceof Operand.Literal number ? number.value() : 0;
            Shared shared = exits.get(value);
            if (shared == null) {
                shared = new Shared(labels++, exit.source());
                exits.put(value, shared);
            }
            kept.add(new Op.Branch(
                    skip.source(), Op.inverse(skip.condition()), skip.left(), skip.right(), shared.label()));
            at += 2;
        }
        exits.forEach((value, shared) -> {
            kept.add(new Op.Mark(shared.source(), shared.label()));
            kept.add(new Op.Exit(shared.source(), new Operand.Literal(value)));
        });
        return function.with(kept, labels);
    }

    private static Op.@Nullable Branch skippedExit(List<Op> ops, int at) {
        boolean matches = at + 2 < ops.size()
                && ops.get(at) instanceof Op.Branch branch
                && branch.condition() != Condition.ANY_BIT_SET
                && ops.get(at + 1) instanceof Op.Exit exit
                && exit.value() instanceof Operand.Literal
                && ops.get(at + 2) instanceof Op.Mark mark
                && mark.label() == branch.label();
        return matches ? (Op.Branch) ops.get(at) : null;
    }
}
