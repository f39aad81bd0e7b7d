package dev.plumb.ebpf.program;

import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.program.Condition.Both;
import dev.plumb.ebpf.program.Condition.Compare;
import dev.plumb.ebpf.program.Condition.Constant;
import dev.plumb.ebpf.program.Condition.Either;
import dev.plumb.ebpf.program.Condition.Not;

/// Turns conditions into jumps.
final class Branching {
    private Branching() {}

    /// Jumps to a label if a condition does not hold.
    static void unless(Recorder recorder, Condition condition, int label) {
        jump(recorder, condition, false, label);
    }

    private static void jump(Recorder recorder, Condition condition, boolean when, int label) {
        switch (condition) {
            case Constant constant -> {
                if (constant.holds() == when) {
                    recorder.jump(label);
                }
            }
            case Not not -> jump(recorder, not.condition(), !when, label);
            case Both both -> sequence(recorder, both.first(), both.second(), when, !when, label);
            case Either either -> sequence(recorder, either.first(), either.second(), when, when, label);
            case Compare compare -> compare(recorder, compare, when, label);
        }
    }

    /// Two conditions; `decides` says whether one alone is enough for the jump.
    private static void sequence(
            Recorder recorder, Condition first, Condition second, boolean when, boolean decides, int label) {
        if (decides) {
            jump(recorder, first, when, label);
            second(recorder, second, when, label);
            return;
        }
        int skip = recorder.newLabel();
        jump(recorder, first, !when, skip);
        second(recorder, second, when, label);
        recorder.mark(skip);
    }

    private static void second(Recorder recorder, Condition condition, boolean when, int label) {
        if (recorder.reachable()) {
            jump(recorder, condition, when, label);
        }
    }

    private static void compare(Recorder recorder, Compare compare, boolean when, int label) {
        Operand left = recorder.use(compare.left());
        Operand right = recorder.use(compare.right());
        if (when) {
            recorder.add(new Op.Branch(Recorder.here(), compare.relation(), left, right, label));
        } else if (compare.relation() == dev.plumb.ebpf.asm.Condition.ANY_BIT_SET) {
            int some = recorder.newLabel();
            recorder.add(new Op.Branch(Recorder.here(), compare.relation(), left, right, some));
            recorder.add(new Op.Jump(Recorder.here(), label));
            recorder.mark(some);
        } else {
            recorder.add(new Op.Branch(Recorder.here(), Op.inverse(compare.relation()), left, right, label));
        }
    }
}
