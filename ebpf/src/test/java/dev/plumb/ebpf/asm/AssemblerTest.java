package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AssemblerTest {
    @Test
    void resolvesLabelsForwardAndBackwardAcrossWideInstructions() {
        Code code = new Assembler("loop")
                .mov(R0, 3)
                .label("again")
                .loadConstant(R2, 0x1122334455667788L)
                .sub(R0, 1)
                .jumpIfEqual(R0, 0, "done")
                .jump("again")
                .label("done")
                .exit()
                .assemble();

        assertThat(code.instructions())
                .contains(
                        new Instruction.JumpIf(Width.BITS_64, Condition.EQUAL, R0, new Immediate(0), 1),
                        new Instruction.Jump(-5));
        assertThat(code.slotCount()).isEqualTo(7);
    }

    @Test
    void remembersTheLineThatAsked() {
        Code code = new Assembler()
                .mov(R0, 0) //
                .exit()
                .assemble();

        assertThat(code.source(0).file()).isEqualTo("AssemblerTest.java");
        assertThat(code.source(1).line()).isEqualTo(code.source(0).line() + 1);
    }

    @Test
    void refusesToWriteTheFramePointer() {
        assertThatThrownBy(() -> new Assembler().add(R10, 8))
                .isInstanceOf(AssemblyException.class)
                .hasMessageMatching("AssemblerTest\\.java:\\d+: `r10 \\+= 8` writes r10.*");
    }

    @Test
    void refusesToReadARegisterThatACallDestroyed() {
        var assembler = new Assembler().mov(R6, R1).call(Helper.GET_CURRENT_PID_TGID);
        assembler.load(Size.DWORD, R0, R1, 0).exit();

        assertThatThrownBy(assembler::assemble)
                .isInstanceOf(AssemblyException.class)
                .hasMessageMatching("AssemblerTest\\.java:\\d+: `r0 = \\*\\(u64 \\*\\)\\(r1 \\+0\\)` reads r1, but"
                        + " `call bpf_get_current_pid_tgid#14` at AssemblerTest\\.java:\\d+ destroyed it.*");
    }
}
