package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.ProgramType;
import dev.plumb.ebpf.load.VerifierException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of helpers against the running kernel: a helper that the kernel has is not refused in Java.
///
/// Without system-call programs: those must be loaded as sleepable, which the kernel looks at first.
class HelperAvailabilityKernelTest {
    /// Each so many helpers are tried; an emulated machine, which gets fewer inputs, tries a tenth of them.
    private static final int STEP = Integer.getInteger("plumb.fuzz.inputs", 1_000) < 500 ? 10 : 1;

    @Test
    void refusesNoHelperThatTheKernelHas() {
        List<String> wronglyRefused = new ArrayList<>();
        int refused = 0;
        for (ProgramType type : EnumSet.complementOf(EnumSet.of(ProgramType.SYSCALL))) {
            for (Helper helper : Helper.values()) {
                if (helper.id() % STEP != 0) {
                    continue;
                }
                if (kernelHas(type, helper)) {
                    if (!HelperAvailability.has(type, helper)) {
                        wronglyRefused.add(type + " " + helper);
                    }
                } else if (!HelperAvailability.has(type, helper)) {
                    refused++;
                }
            }
        }
        System.out.printf(
                "helpers: %d combinations of type and helper are refused by kernel and table alike%n", refused);
        assertThat(wronglyRefused).isEmpty();
        assertThat(refused).isGreaterThan(500 / STEP);
    }

    /// Calls the helper with nothing but the context: the verifier looks for the helper before its arguments.
    private static boolean kernelHas(ProgramType type, Helper helper) {
        Assembler code = new Assembler().call(helper).mov(Register.R0, 0).exit();
        boolean tracing = type == ProgramType.TRACING;
        ProgramSpec spec = new ProgramSpec(
                "probe",
                type,
                tracing ? AttachType.TP_BTF : AttachType.NONE,
                code.assembleUnchecked(),
                tracing ? "sched_switch" : null,
                null);
        try (BpfProgram _ = BpfProgram.load(spec)) {
            return true;
        } catch (VerifierException e) {
            return !e.log().contains("unknown func")
                    && !e.log().contains("cannot use helper")
                    && !e.log().contains("invalid func");
        } catch (BpfException e) {
            return false;
        }
    }
}
