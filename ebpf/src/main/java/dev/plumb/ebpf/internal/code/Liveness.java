package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.BitSet;
import java.util.List;

/// Which temporaries are still needed after each operation, by the usual backward walk to a fixed point.
final class Liveness {
    private final List<Op> ops;
    private final int[] marks;
    private final BitSet[] in;
    private final BitSet[] out;

    Liveness(FunctionCode function) {
        ops = function.ops();
        marks = new int[function.labels()];
        in = new BitSet[ops.size()];
        out = new BitSet[ops.size()];
        for (int at = 0; at < ops.size(); at++) {
            in[at] = new BitSet();
            out[at] = new BitSet();
            if (ops.get(at) instanceof Op.Mark mark) {
                marks[mark.label()] = at;
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int at = ops.size() - 1; at >= 0; at--) {
                changed |= visit(at);
            }
        }
    }

    private boolean visit(int at) {
        Op op = ops.get(at);
        BitSet after = out[at];
        if (at + 1 < ops.size() && !(op instanceof Op.Jump || op instanceof Op.Exit)) {
            after.or(in[at + 1]);
        }
        if (op instanceof Op.Jump jump) {
            after.or(in[marks[jump.label()]]);
        } else if (op instanceof Op.Branch branch) {
            after.or(in[marks[branch.label()]]);
        }
        BitSet before = (BitSet) after.clone();
        Temp target = op.target();
        if (target != null) {
            before.clear(target.id());
        }
        if (op instanceof Op.Entry entry) {
            entry.parameters().forEach(parameter -> before.clear(parameter.id()));
        }
        op.uses().forEach(used -> before.set(used.id()));
        if (before.equals(in[at])) {
            return false;
        }
        in[at] = before;
        return true;
    }

    BitSet before(int at) {
        return in[at];
    }

    BitSet after(int at) {
        return out[at];
    }
}
