package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.ArgumentKind;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.StackAddress;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns the clearing of memory into stores, and leaves out those bytes that are written before anything reads them.
final class ZeroExpansion {
    private static final Literal ZERO = new Literal(0);
    private static final int ELSEWHERE = -1;

    private final Op.Zero zero;
    private final BitSet written = new BitSet();

    /// Temporaries that point into the memory, with their distance from its start.
    private final Map<Temp, Integer> inside = new HashMap<>();

    private ZeroExpansion(Op.Zero zero) {
        this.zero = zero;
        if (zero.base() instanceof Temp temp) {
            inside.put(temp, 0);
        }
    }

    static List<Op> expand(List<Op> ops) {
        List<Op> expanded = new ArrayList<>();
        for (int at = 0; at < ops.size(); at++) {
            if (ops.get(at) instanceof Op.Zero zero) {
                ZeroExpansion expansion = new ZeroExpansion(zero);
                expansion.follow(ops, at + 1);
                expansion.clear(expanded);
            } else {
                expanded.add(ops.get(at));
            }
        }
        return expanded;
    }

    private void clear(List<Op> expanded) {
        int start = zero.base() instanceof StackAddress address ? address.frameOffset() : 0;
        int at = 0;
        while (at < zero.sizeBytes()) {
            int size = chunk(start + at, zero.sizeBytes() - at);
            if (written.nextClearBit(at) < at + size) {
                expanded.add(new Op.Store(zero.source(), Size.ofBytes(size), zero.base(), at, ZERO));
            }
            at += size;
        }
    }

    private static int chunk(int offset, int left) {
        int size = 8;
        while (size > left || Math.floorMod(offset, size) != 0) {
            size /= 2;
        }
        return size;
    }

    /// Notes what the following operations surely write, up to the first that may read or go elsewhere.
    private void follow(List<Op> ops, int from) {
        for (int at = from; at < ops.size(); at++) {
            Op op = ops.get(at);
            boolean goesOn = switch (op) {
                case Op.Store store -> store(store);
                case Op.Call call -> call.helper() != null && call(call, call.helper());
                case Op.Compute compute -> compute(compute);
                case Op.Load load -> place(load.base()) == ELSEWHERE;
                case Op.Move move -> place(move.value()) == ELSEWHERE;
                case Op.Zero other -> place(other.base()) == ELSEWHERE;
                case Op.Negate negate -> true;
                case Op.Extend extend -> true;
                case Op.SwapBytes swap -> true;
                case Op.Entry entry -> false;
                case Op.Atomic atomic -> false;
                case Op.Raw raw -> false;
                case Op.Mark mark -> false;
                case Op.Jump jump -> false;
                case Op.Branch branch -> false;
                case Op.Exit exit -> false;
            };
            if (!goesOn) {
                return;
            }
        }
    }

    private boolean store(Op.Store store) {
        if (place(store.value()) != ELSEWHERE) {
            return false;
        }
        int base = place(store.base());
        if (base != ELSEWHERE) {
            written.set(
                    base + store.offset(), base + store.offset() + store.size().bytes());
        }
        return true;
    }

    private boolean compute(Op.Compute compute) {
        int left = place(compute.left());
        if (left == ELSEWHERE && place(compute.right()) == ELSEWHERE) {
            return true;
        }
        if (left != ELSEWHERE
                && compute.operation() == AluOperation.ADD
                && compute.right() instanceof Literal(long distance)) {
            inside.put(compute.target(), (int) (left + distance));
            return true;
        }
        return false;
    }

    /// Notes what a helper writes into the memory; false if it may read it.
    private boolean call(Op.Call call, Helper helper) {
        for (int i = 0; i < call.arguments().size(); i++) {
            int place = place(call.arguments().get(i));
            if (place == ELSEWHERE) {
                continue;
            }
            boolean fills = fills(helper)
                    && helper.arguments().get(i) == ArgumentKind.OUTPUT
                    && helper.arguments().get(i + 1) == ArgumentKind.SIZE;
            if (!fills || !(call.arguments().get(i + 1) instanceof Literal(long size))) {
                return false;
            }
            written.set(place, (int) (place + size));
        }
        return true;
    }

    /// Helpers that fill their output whether they succeed or not. Those for strings leave what is behind the end,
    /// which is no matter in a record but is in the key of a map.
    private boolean fills(Helper helper) {
        return switch (helper) {
            case PROBE_READ, PROBE_READ_KERNEL, PROBE_READ_USER, GET_CURRENT_COMM, GET_STACK -> true;
            case PROBE_READ_STR, PROBE_READ_KERNEL_STR, PROBE_READ_USER_STR -> zero.base() instanceof Temp;
            default -> false;
        };
    }

    /// How far inside the memory an operand points, or [#ELSEWHERE].
    private int place(Operand operand) {
        if (operand instanceof StackAddress address
                && zero.base() instanceof StackAddress base
                && address.slot().equals(base.slot())) {
            return address.offset() - base.offset();
        }
        return operand instanceof Temp temp ? inside.getOrDefault(temp, ELSEWHERE) : ELSEWHERE;
    }
}
