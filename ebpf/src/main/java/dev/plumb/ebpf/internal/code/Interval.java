package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From where to where a temporary needs a home. Operation `i` reads at `2i` and writes at `2i + 1`.
final class Interval {
    final int temp;
    int start = Integer.MAX_VALUE;
    int end = -1;

    /// Whether a call comes between, which leaves only `R6` to `R9`.
    boolean crossesCall;

    /// Registers that would save a move.
    final List<Register> wishes = new ArrayList<>();

    /// Temporaries whose register would save a move, if they have ended.
    final List<Integer> related = new ArrayList<>();

    @Nullable
    Register register;

    private Interval(int temp) {
        this.temp = temp;
    }

    private void cover(int position) {
        start = Math.min(start, position);
        end = Math.max(end, position);
    }

    /// The intervals by number of their temporary; one without a position is never needed.
    static Interval[] of(FunctionCode function, Liveness liveness) {
        Interval[] intervals = new Interval[function.temps()];
        for (int temp = 0; temp < intervals.length; temp++) {
            intervals[temp] = new Interval(temp);
        }
        for (int at = 0; at < function.ops().size(); at++) {
            Op op = function.ops().get(at);
            int position = 2 * at;
            Temp target = op.target();
            liveness.before(at).stream().forEach(temp -> intervals[temp].cover(position));
            liveness.after(at).stream().forEach(temp -> {
                intervals[temp].cover(position + 1);
                if (op.clobbers() && (target == null || temp != target.id())) {
                    intervals[temp].crossesCall = true;
                }
            });
            if (target != null) {
                intervals[target.id()].cover(position + 1);
            }
            wish(op, intervals);
        }
        return intervals;
    }

    private static void wish(Op op, Interval[] intervals) {
        switch (op) {
            case Op.Entry entry -> {
                for (int i = 0; i < entry.parameters().size(); i++) {
                    Interval parameter = intervals[entry.parameters().get(i).id()];
                    parameter.cover(1);
                    parameter.wishes.add(Register.argument(i));
                }
            }
            case Op.Call call -> wish(call.arguments(), call.result(), intervals);
            case Op.Raw raw -> wish(raw.arguments(), raw.result(), intervals);
            case Op.Move move -> relate(move.target(), move.value(), intervals);
            case Op.Compute compute -> relate(compute.target(), compute.left(), intervals);
            case Op.Negate negate -> relate(negate.target(), negate.value(), intervals);
            case Op.Extend extend -> relate(extend.target(), extend.value(), intervals);
            case Op.SwapBytes swap -> relate(swap.target(), swap.value(), intervals);
            case Op.Load load -> relate(load.target(), load.base(), intervals);
            default -> {}
        }
    }

    private static void wish(List<Operand> arguments, @Nullable Temp result, Interval[] intervals) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) instanceof Temp temp) {
                intervals[temp.id()].wishes.add(Register.argument(i));
            }
        }
        if (result != null) {
            intervals[result.id()].wishes.addFirst(Register.R0);
        }
    }

    private static void relate(Temp target, Operand source, Interval[] intervals) {
        if (source instanceof Temp temp) {
            intervals[target.id()].related.add(temp.id());
        }
    }
}
