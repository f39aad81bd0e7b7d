package dev.plumb.ebpf.asm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/// Draws short programs whose jumps mostly stay inside them, about one in nine of which the flow check accepts.
final class RandomFlows {
    private final Random random;

    RandomFlows(Random random) {
        this.random = random;
    }

    Code next() {
        var program = new ArrayList<Instruction>();
        program.add(new Instruction.CallHelper(Helper.GET_PRANDOM_U32.id()));
        program.add(move(Register.R7, Register.R0));
        int length = 6 + random.nextInt(14);
        int function = random.nextInt(3) == 0 ? length / 2 : length;
        while (program.size() < length) {
            program.add(
                    program.size() + 1 == function ? new Instruction.Exit() : instruction(program.size(), function));
        }
        program.add(new Instruction.Exit());
        return code(program);
    }

    static Code code(List<Instruction> program) {
        return new Code(program, Collections.nCopies(program.size(), SourceLine.UNKNOWN), new TreeMap<>(), "main");
    }

    private Instruction instruction(int at, int function) {
        Register register = Register.of(random.nextInt(6));
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> move(register, new Immediate(random.nextInt(9)));
            case 4 -> move(register, Register.of(random.nextInt(6)));
            case 5, 6 -> {
                Register tested = at < function ? Register.R7 : Register.R1;
                yield new Instruction.JumpIf(
                        Width.BITS_64, Condition.EQUAL, tested, new Immediate(random.nextInt()), random.nextInt(3));
            }
            case 7 -> new Instruction.CallHelper(Helper.KTIME_GET_NS.id());
            case 8 -> at < function ? new Instruction.CallLocal(function - at - 1) : move(Register.R0, register);
            default -> move(Register.R0, new Immediate(0));
        };
    }

    private static Instruction move(Register to, Operand from) {
        return new Instruction.Alu(Width.BITS_64, AluOperation.MOV, to, from);
    }
}
