package dev.plumb.ebpf.asm;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Follows every path through a program and notes, before each instruction, which registers hold a value on all of
/// them.
///
/// A register's state is [#VALUE], [#UNSET], or the index of the instruction that destroyed it. Where paths meet, a
/// state
/// without a value wins and stays, so each register changes at most once per instruction and the work is bounded.
final class RegisterFlow {
    static final int VALUE = -1;
    static final int UNSET = -2;

    private final Code code;
    private final ControlFlow flow;

    /// The state before each instruction; null where nothing has arrived yet.
    private final int[] @Nullable [] states;

    /// The state of `R0` where each function returns; null before one does.
    private final @Nullable Integer[] results;

    private final BitSet queued = new BitSet();
    private final ArrayDeque<Integer> queue = new ArrayDeque<>();

    RegisterFlow(Code code, ControlFlow flow) {
        this.code = code;
        this.flow = flow;
        this.states = new int[code.instructions().size()][];
        this.results = new Integer[code.functions().size()];
    }

    /// The states before each instruction; null for one that is never reached.
    int[] @Nullable [] solve() {
        int[] entry = frame();
        entry[Register.R1.number()] = VALUE;
        arrive(0, entry);
        while (!queue.isEmpty()) {
            int index = queue.remove();
            queued.clear(index);
            int[] state = states[index];
            if (state != null) {
                step(index, state.clone());
            }
        }
        return states;
    }

    /// What a function finds when it starts, its arguments aside.
    private static int[] frame() {
        int[] state = new int[Register.COUNT];
        Arrays.fill(state, UNSET);
        state[Register.R10.number()] = VALUE;
        return state;
    }

    private void step(int index, int[] state) {
        Instruction instruction = code.instructions().get(index);
        switch (instruction) {
            case Instruction.Exit exit -> leave(flow.function(index), state[0]);
            case Instruction.CallLocal call -> {
                if (!call(index, state)) {
                    return;
                }
            }
            case Instruction.LoadFunction load -> {
                int[] entry = frame();
                Arrays.fill(entry, 1, 6, VALUE);
                arrive(flow.functionTarget(index), entry);
            }
            default -> {}
        }
        mark(state, Effects.destroys(instruction), index);
        mark(state, Effects.writes(instruction), VALUE);
        if (ControlFlow.fallsThrough(instruction)) {
            arrive(index + 1, state);
        }
        int target = flow.jumpTarget(index);
        if (target >= 0) {
            arrive(target, state);
        }
    }

    /// Hands the arguments to a function of the program; false while it is not known to return.
    private boolean call(int index, int[] state) {
        int target = flow.functionTarget(index);
        int[] entry = frame();
        System.arraycopy(state, 1, entry, 1, 5);
        arrive(target, entry);
        Integer result = results[flow.function(target)];
        if (result == null) {
            return false;
        }
        state[0] = result == VALUE ? VALUE : index;
        return true;
    }

    private void leave(int function, int result) {
        Integer known = results[function];
        if (known != null && (known != VALUE || result == VALUE)) {
            return;
        }
        results[function] = result;
        flow.callers(function).forEach(this::enqueue);
    }

    private void arrive(int index, int[] state) {
        int[] known = states[index];
        if (known == null) {
            states[index] = state.clone();
            enqueue(index);
            return;
        }
        boolean changed = false;
        for (int number = 0; number < Register.COUNT; number++) {
            if (known[number] == VALUE && state[number] != VALUE) {
                known[number] = state[number];
                changed = true;
            }
        }
        if (changed) {
            enqueue(index);
        }
    }

    private void enqueue(int index) {
        if (!queued.get(index)) {
            queued.set(index);
            queue.add(index);
        }
    }

    private static void mark(int[] state, int registers, int value) {
        for (int number = 0; number < Register.COUNT; number++) {
            if ((registers & 1 << number) != 0) {
                state[number] = value;
            }
        }
    }
}
