package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.VerifierException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Compares the flow check with the kernel's verifier.
class FlowCheckKernelTest {
    private static final int PROGRAMS = Integer.getInteger("plumb.fuzz.inputs", 400);

    @Test
    void agreesWithTheVerifier() {
        var flows = new RandomFlows(new Random(5));
        int accepted = 0;
        int refused = 0;
        int stricter = 0;
        for (int round = 0; round < PROGRAMS; round++) {
            Code code = flows.next();
            String verdict = verdict(code);
            if (accepts(code)) {
                accepted++;
                assertThat(verdict).as(code::toString).isEqualTo("loaded");
            } else {
                refused++;
                stricter += verdict.equals("loaded") ? 1 : 0;
            }
        }
        System.out.println("flow check against the verifier: " + PROGRAMS + " programs, both accept " + accepted
                + ", the check refuses " + refused + ", of which the verifier takes " + stricter);
        assertThat(accepted).isPositive();
        // The verifier knows that some paths are never taken.
        assertThat(stricter).isLessThanOrEqualTo(refused / 50);
    }

    private static boolean accepts(Code code) {
        try {
            FlowCheck.check(code);
            return true;
        } catch (AssemblyException refused) {
            return false;
        }
    }

    private static String verdict(Code code) {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("random_flow", code))) {
            return program.fd() >= 0 ? "loaded" : "no descriptor";
        } catch (VerifierException refused) {
            return refused.summary();
        }
    }
}
