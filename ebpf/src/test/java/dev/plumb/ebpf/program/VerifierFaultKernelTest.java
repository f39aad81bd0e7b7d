package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.VerifierException;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Mistakes that only the verifier finds are told by the Java line, with the instruction and a hint, on each kernel.
class VerifierFaultKernelTest {
    private static final Layout.Builder BUILDER = Layout.struct("histogram");
    private static final Field SLOTS = BUILDER.u64s("slots", 8);
    private static final Layout HISTOGRAM = BUILDER.build();

    private final AtomicInteger line = new AtomicInteger();

    private static VerifierException refusal(Consumer<Body> body) {
        Program program = Program.rawTracepoint("faulty", "none", body);
        VerifierException refusal = catchThrowableOfType(VerifierException.class, program::load);
        assertThat(refusal).as("the verifier refuses it").isNotNull();
        System.out.println(refusal.getMessage());
        return refusal;
    }

    private void assertNamed(VerifierException refusal, String hint) {
        assertThat(refusal.line()).as(refusal.log()).isNotNull();
        assertThat(refusal.line().toString()).isEqualTo("VerifierFaultKernelTest.java:" + line);
        assertThat(refusal.getMessage()).contains("VerifierFaultKernelTest.java:" + line);
        assertThat(refusal.getMessage()).doesNotContain("\n");
        assertThat(refusal.hint()).as(refusal.log()).contains(hint);
        assertThat(refusal.instruction()).isNotNull();
        assertThat(refusal.log())
                .as("the kernel's own log has the text of the line")
                .contains("; ");
    }

    @Test
    void namesTheLineOfAnUnboundedAccess() {
        try (BpfMap map = BpfMap.create(MapSpec.array("histogram", HISTOGRAM, 1))) {
            VerifierException refusal = refusal(p -> {
                Memory cell = p.lookupOrExit(map, p.constant(0));
                line.set(Lines.next());
                cell.add(SLOTS, p.argument(0), 1);
            });
            assertNamed(refusal, "bound the");
            assertThat(refusal.registers()).isNotEmpty();
            assertThat(refusal.log()).contains("cell.add(SLOTS, p.argument(0), 1);");
        }
    }

    @Test
    void acceptsTheSameAccessWithABound() {
        try (BpfMap map = BpfMap.create(MapSpec.array("histogram", HISTOGRAM, 1));
                BpfProgram loaded = Program.rawTracepoint(
                                "bounded",
                                "none",
                                p -> p.lookupOrExit(map, p.constant(0))
                                        .add(SLOTS, p.argument(0).atMost(7), 1))
                        .load()) {
            assertThat(loaded.info().btfId()).as("it carries BTF").isPositive();
        }
    }

    @Test
    void namesTheLineOfAMissingNullCheckInHandwrittenInstructions() {
        // Not an array: newer kernels know that those have an element 0.
        try (BpfMap map = BpfMap.create(MapSpec.hash("map", 4, 8, 1))) {
            VerifierException refusal = refusal(p -> p.assemble(
                    asm -> {
                        asm.mov(Register.R2, Register.R1)
                                .loadMap(Register.R1, map.fd())
                                .call(Helper.MAP_LOOKUP_ELEM);
                        line.set(Lines.next());
                        asm.load(Size.DWORD, Register.R0, Register.R0, 0);
                    },
                    p.local(4)));
            assertNamed(refusal, "test the pointer for zero");
            assertThat(refusal.instruction()).isEqualTo("r0 = *(u64 *)(r0 +0)");
            assertThat(refusal.getMessage()).contains("r0=map_value_or_null");
        }
    }

    @Test
    void namesTheLineOfAWrongHelperArgument() {
        try (BpfMap map = Programs.cells(1)) {
            VerifierException refusal = refusal(p -> p.assemble(
                    asm -> {
                        asm.mov(Register.R2, 7).loadMap(Register.R1, map.fd());
                        line.set(Lines.next());
                        asm.call(Helper.MAP_LOOKUP_ELEM);
                    },
                    p.constant(0)));
            assertNamed(refusal, "wrong kind");
        }
    }

    @Test
    void namesTheLineInAFunctionOfTheProgram() {
        VerifierException refusal = refusal(p -> {
            Function reader = p.function("reader", 1, f -> {
                line.set(Lines.next());
                f.exit(f.parameter(0, 8).get());
            });
            p.call(reader, p.argument(0));
        });
        assertNamed(refusal, "number was used as a pointer");
    }

    @Test
    void namesTheLineOfProgramsThatAreAllAssembled() {
        Assembler asm = new Assembler("raw").mov(Register.R0, 0);
        line.set(Lines.next());
        asm.load(Size.DWORD, Register.R1, Register.R1, 4096);
        VerifierException refusal = catchThrowableOfType(
                VerifierException.class,
                () -> BpfProgram.load(
                        ProgramSpec.rawTracepoint("raw", asm.exit().assemble())));
        assertNamed(refusal, "no readable field");
    }
}
