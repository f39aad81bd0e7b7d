package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Walks along random paths through programs and looks whether what the flow check said is true of them.
class FlowCheckPropertyTest {
    private static final int PROGRAMS = Integer.getInteger("plumb.fuzz.inputs", 20_000);
    private static final int WALKS = 30;
    private static final int STEPS = 200;

    private final Random random = new Random(11);

    @Test
    void readsNoRegisterWithoutAValueInAcceptedPrograms() {
        var flows = new RandomFlows(random);
        int accepted = 0;
        int refused = 0;
        int shown = 0;
        for (int round = 0; round < PROGRAMS; round++) {
            Code code = flows.next();
            String complaint = complaint(code);
            if (complaint.isEmpty()) {
                accepted++;
                assertThat(walksIntoUnset(code)).as(code::toString).isFalse();
            } else if (complaint.contains("reads") || complaint.contains("is the result")) {
                refused++;
                shown += walksIntoUnset(code) ? 1 : 0;
            }
        }
        System.out.println("flow check: " + PROGRAMS + " programs, " + accepted + " accepted, " + refused
                + " refused for a register, of which a walk shows " + shown);
        assertThat(accepted).isGreaterThan(PROGRAMS / 20);
        assertThat(shown).isGreaterThan(refused * 9 / 10);
    }

    private static String complaint(Code code) {
        try {
            FlowCheck.check(code);
            return "";
        } catch (AssemblyException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private boolean walksIntoUnset(Code code) {
        for (int walk = 0; walk < WALKS; walk++) {
            if (walk(code)) {
                return true;
            }
        }
        return false;
    }

    /// A call's place, with the registers that survive it.
    private record Frame(int index, int kept) {}

    /// One run with random decisions; true if it reads a register that nothing was put into.
    private boolean walk(Code code) {
        Deque<Frame> frames = new ArrayDeque<>();
        int set = Register.R1.bit() | Register.R10.bit();
        int index = 0;
        for (int step = 0; step < STEPS; step++) {
            Instruction instruction = code.instructions().get(index);
            boolean returns = instruction instanceof Instruction.Exit && !frames.isEmpty();
            if (!returns && (Effects.reads(instruction) & ~set) != 0) {
                return true;
            }
            if (returns) {
                Frame frame = frames.pop();
                set = frame.kept() | (set & Register.R0.bit());
                index = frame.index() + 1;
                continue;
            }
            switch (instruction) {
                case Instruction.Exit exit -> {
                    return false;
                }
                case Instruction.CallLocal call -> {
                    frames.push(new Frame(index, set & ~Effects.CALL_CLOBBERS & ~Register.R0.bit()));
                    set = (set & Effects.CALL_CLOBBERS) | Register.R10.bit();
                    index += 1 + call.offset();
                }
                case Instruction.JumpIf jump -> index += 1 + (random.nextBoolean() ? jump.offset() : 0);
                default -> {
                    set = (set & ~Effects.destroys(instruction)) | Effects.writes(instruction);
                    index++;
                }
            }
        }
        return false;
    }
}
