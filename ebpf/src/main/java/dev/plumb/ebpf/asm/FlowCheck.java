package dev.plumb.ebpf.asm;

/// Finds mistakes that show on some path through a program without running it: a register read before anything was put
/// into it, or after a call destroyed it; code that nothing leads to; jumps that leave their function; accesses outside
/// the stack or misaligned on it.
///
/// The kernel would find them too, but cannot name the Java line. It follows the values as well, so it may accept a
/// read
/// on a path that never happens; this check does not.
public final class FlowCheck {
    private FlowCheck() {}

    /// Refuses a program with such a mistake: the message names the line that reads and the line that destroyed.
    public static void check(Code code) {
        if (code.instructions().isEmpty()) {
            throw new AssemblyException(SourceLine.UNKNOWN, "the program has no instructions; it needs at least exit");
        }
        var flow = new ControlFlow(code);
        flow.checkTargets();
        flow.checkEnds();
        flow.checkReachable();
        StackCheck.check(code);
        var states = new RegisterFlow(code, flow).solve();
        for (int index = 0; index < states.length; index++) {
            int[] state = states[index];
            if (state != null) {
                check(code, index, state, reads(code, flow, index));
            }
        }
    }

    /// A function that only the program calls may leave `R0` alone: it then returns nothing.
    private static int reads(Code code, ControlFlow flow, int index) {
        Instruction instruction = code.instructions().get(index);
        boolean returns = instruction instanceof Instruction.Exit && !flow.mustReturn(flow.function(index));
        return returns ? 0 : Effects.reads(instruction);
    }

    private static void check(Code code, int index, int[] state, int reads) {
        for (int number = 0; number < Register.COUNT; number++) {
            Register register = Register.of(number);
            if ((reads & register.bit()) != 0 && state[number] != RegisterFlow.VALUE) {
                throw code.complaint(index, reason(code, index, register, state[number]));
            }
        }
    }

    private static String reason(Code code, int index, Register register, int cause) {
        String use = use(code.instructions().get(index), register);
        if (cause == RegisterFlow.UNSET) {
            return use + ", but on some way here nothing was put into it";
        }
        String call = Disassembler.text(code.instructions().get(cause));
        String what = "`" + call + "` at " + code.source(cause);
        return register == Register.R0
                ? use + ", but " + what + " returns nothing"
                : use + ", but " + what + " destroyed it; keep it in r6 to r9 or on the stack";
    }

    private static String use(Instruction instruction, Register register) {
        if (instruction instanceof Instruction.CallHelper call && register != Register.R0) {
            return register + " is argument " + register.number() + " of "
                    + Helper.of(call.id()).map(Helper::symbol).orElse("the helper");
        }
        return instruction instanceof Instruction.Exit
                ? "r0 is the result"
                : "`" + Disassembler.text(instruction) + "` reads " + register;
    }
}
