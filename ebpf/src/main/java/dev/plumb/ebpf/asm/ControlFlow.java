package dev.plumb.ebpf.asm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where a program goes from each of its instructions, and the rules of the kernel about that: every function ends by
/// leaving or jumping back, no jump leaves its function, and everything can be reached.
final class ControlFlow {
    private static final int NONE = -1;

    private final Code code;

    /// The number of the function that each instruction belongs to.
    private final int[] functions;

    /// By function: the local calls to it.
    private final Map<Integer, List<Integer>> callers = new HashMap<>();

    /// The functions handed to helpers.
    private final BitSet callbacks = new BitSet();

    ControlFlow(Code code) {
        this.code = code;
        this.functions = new int[code.instructions().size()];
        int function = -1;
        List<Code.Function> all = code.functions();
        for (int index = 0; index < functions.length; index++) {
            if (function + 1 < all.size() && all.get(function + 1).slot() == code.slot(index)) {
                function++;
            }
            functions[index] = function;
        }
        for (int index = 0; index < functions.length; index++) {
            int target = functionTarget(index);
            if (target >= 0 && code.instructions().get(index) instanceof Instruction.CallLocal) {
                callers.computeIfAbsent(functions[target], each -> new ArrayList<>())
                        .add(index);
            } else if (target >= 0) {
                callbacks.set(functions[target]);
            }
        }
    }

    /// The number of the function an instruction belongs to.
    int function(int index) {
        return functions[index];
    }

    /// The indexes of the local calls to a function.
    List<Integer> callers(int function) {
        return callers.getOrDefault(function, Collections.emptyList());
    }

    /// Whether the kernel takes a function's result: the program's own, and those handed to helpers.
    boolean mustReturn(int function) {
        return function == 0 || callbacks.get(function);
    }

    /// Whether the instruction after this one may run next.
    static boolean fallsThrough(Instruction instruction) {
        return !(instruction instanceof Instruction.Jump
                || instruction instanceof Instruction.LongJump
                || instruction instanceof Instruction.Exit);
    }

    /// The index of the instruction a jump goes to, or -1 if this is no jump.
    int jumpTarget(int index) {
        return code.index(jumpSlot(code, index));
    }

    /// The index where the function starts that an instruction calls or refers to, or -1 if it does neither.
    int functionTarget(int index) {
        return code.index(functionSlot(code, index));
    }

    /// The slot a jump goes to, or -1 if the instruction is no jump.
    static int jumpSlot(Code code, int index) {
        int next = code.slot(index) + 1;
        return switch (code.instructions().get(index)) {
            case Instruction.Jump jump -> next + jump.offset();
            case Instruction.LongJump jump -> next + jump.offset();
            case Instruction.JumpIf jump -> next + jump.offset();
            case Instruction.MayGoto jump -> next + jump.offset();
            default -> NONE;
        };
    }

    /// The slot of the function that an instruction calls or refers to, or -1 if it does neither.
    static int functionSlot(Code code, int index) {
        int next = code.slot(index) + 1;
        return switch (code.instructions().get(index)) {
            case Instruction.CallLocal call -> next + call.offset();
            case Instruction.LoadFunction load -> next + load.offset();
            default -> NONE;
        };
    }

    /// Refuses a function whose last instruction lets the program run past its end.
    void checkEnds() {
        int last = functions.length - 1;
        for (int index = 0; index <= last; index++) {
            boolean ends = index == last || functions[index + 1] != functions[index];
            if (ends && fallsThrough(code.instructions().get(index))) {
                String name = code.functions().get(functions[index]).name();
                throw code.complaint(
                        index, "'" + name + "' runs past its end after this instruction; end it with exit or a jump");
            }
        }
    }

    /// Refuses jumps and calls that do not reach an instruction, or leave their function.
    void checkTargets() {
        for (int index = 0; index < functions.length; index++) {
            switch (code.instructions().get(index)) {
                case Instruction.Jump jump -> checkJump(index);
                case Instruction.LongJump jump -> checkJump(index);
                case Instruction.JumpIf jump -> checkJump(index);
                case Instruction.MayGoto jump -> checkJump(index);
                case Instruction.CallLocal call -> checkReference(index);
                case Instruction.LoadFunction load -> checkReference(index);
                default -> {}
            }
        }
    }

    private void checkJump(int index) {
        int target = jumpTarget(index);
        if (target < 0) {
            throw code.complaint(index, "jump to no instruction of the program");
        }
        if (functions[target] != functions[index]) {
            String name = code.functions().get(functions[target]).name();
            throw code.complaint(index, "jump into another function, '" + name + "'; call it instead");
        }
    }

    private void checkReference(int index) {
        if (functionTarget(index) < 0) {
            throw code.complaint(index, "call to no instruction of the program");
        }
    }

    /// Refuses instructions that can never run, as the kernel does.
    void checkReachable() {
        var seen = new BitSet();
        var open = new ArrayDeque<Integer>();
        visit(0, seen, open);
        while (!open.isEmpty()) {
            int index = open.remove();
            if (fallsThrough(code.instructions().get(index))) {
                visit(index + 1, seen, open);
            }
            visit(jumpTarget(index), seen, open);
            visit(functionTarget(index), seen, open);
        }
        int first = seen.nextClearBit(0);
        if (first < functions.length) {
            throw code.complaint(
                    first,
                    "nothing leads to this instruction, and the kernel refuses programs with dead code; remove it");
        }
    }

    private static void visit(int index, BitSet seen, ArrayDeque<Integer> open) {
        if (index >= 0 && !seen.get(index)) {
            seen.set(index);
            open.add(index);
        }
    }
}
