package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.function.Consumer;
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
    void refusesAnUnknownLabel() {
        assertRefused(
                assembler ->
                        assembler.mov(R0, 0).jump("dnoe").label("done").exit().assemble(),
                "no label 'dnoe'; there are [done]");
    }

    @Test
    void refusesALabelTwice() {
        assertRefused(
                assembler -> assembler.label("a").mov(R0, 0).label("a"), "label 'a' is already at AssemblerTest.java:");
    }

    @Test
    void refusesALabelThatNothingUses() {
        assertRefused(assembler -> assembler.mov(R0, 0).label("a").exit().assemble(), "nothing uses label 'a'");
    }

    @Test
    void refusesALabelPastTheEnd() {
        assertRefused(
                assembler -> assembler.mov(R0, 0).jump("end").label("end").assemble(),
                "label 'end' stands past the end; put an instruction after it");
    }

    @Test
    void refusesAnEmptyProgram() {
        assertRefused(Assembler::assemble, "program 'main' has no instructions; it needs at least exit");
    }

    @Test
    void refusesToRunPastTheEnd() {
        assertRefused(assembler -> assembler.mov(R0, 0).assemble(), "'main' runs past its end after this instruction");
        assertRefused(
                assembler ->
                        assembler.label("a").mov(R0, 0).jumpIfEqual(R0, 0, "a").assembleUnchecked(),
                "'main' runs past its end after this instruction");
    }

    @Test
    void refusesAConstantThatDoesNotSurviveSignExtension() {
        assertRefused(assembler -> assembler.mov(R0, 0xffffffffL), "constant 4294967295 does not fit");
        assertRefused(assembler -> assembler.add(R0, Long.MIN_VALUE), "does not fit");
        assertRefused(assembler -> assembler.jumpIfGreater(R0, 1L << 31, "a"), "load it with loadConstant");
        assertRefused(assembler -> assembler.storeImmediate(Size.DWORD, R10, -8, 1L << 32), "does not fit");
    }

    @Test
    void refusesAConstantOfMoreBitsThanItsTarget() {
        assertRefused(assembler -> assembler.mov32(R0, 1L << 32), "constant 4294967296 does not fit 32 bits");
        assertRefused(assembler -> assembler.mov32(R0, -(1L << 31) - 1), "does not fit 32 bits");
        assertRefused(assembler -> assembler.storeImmediate(Size.BYTE, R10, -8, 256), "does not fit 8 bits");
        assertRefused(assembler -> assembler.storeImmediate(Size.BYTE, R10, -8, -129), "does not fit 8 bits");
        assertRefused(assembler -> assembler.storeImmediate(Size.HALF, R10, -8, 65536), "does not fit 16 bits");
    }

    @Test
    void refusesAnOffsetOfMoreThanSixteenBits() {
        assertRefused(assembler -> assembler.load(Size.BYTE, R0, R1, 32768), "offset 32768 does not fit");
        assertRefused(assembler -> assembler.store(Size.BYTE, R1, -32769, R0), "offset -32769 does not fit");
        assertRefused(assembler -> assembler.atomicAdd(Size.WORD, R1, 40000, R0), "offset 40000 does not fit");
    }

    @Test
    void refusesAJumpThatIsTooFar() {
        assertRefused(
                assembler -> far(assembler, 32_768).jump("far").assembleUnchecked(),
                "label 'far' is out of reach: jump over -32769");
        assertThat(far(new Assembler(), 32_767).jump("far").assembleUnchecked().instructions())
                .last()
                .isEqualTo(new Instruction.Jump(-32768));
        assertThat(far(new Assembler(), 40_000)
                        .jumpLong("far")
                        .assembleUnchecked()
                        .instructions())
                .last()
                .isEqualTo(new Instruction.LongJump(-40_001));
    }

    private static Assembler far(Assembler assembler, int instructions) {
        assembler.at(SourceLine.ofCaller()).label("far");
        for (int count = 0; count < instructions; count++) {
            assembler.mov(R0, 0);
        }
        return assembler;
    }

    @Test
    void refusesToWriteTheFramePointer() {
        assertRefused(assembler -> assembler.add(R10, 8), "`r10 += 8` writes r10, the read-only frame pointer");
        assertRefused(assembler -> assembler.load(Size.WORD, R10, R1, 0), "writes r10");
        assertRefused(assembler -> assembler.loadMap(R10, 3), "writes r10");
        assertRefused(assembler -> assembler.atomicExchange(Size.WORD, R1, 0, R10), "writes r10");
    }

    @Test
    void refusesFormsTheMachineDoesNotHave() {
        assertRefused(assembler -> assembler.toBigEndian(Size.BYTE, R0), "no byte-order change of 8 bits");
        assertRefused(assembler -> assembler.movSigned32(Size.WORD, R0, R1), "no sign extension of 32 bits");
        assertRefused(assembler -> assembler.loadSigned(Size.DWORD, R0, R1, 0), "no sign-extending load of 64 bits");
        assertRefused(assembler -> assembler.atomicAdd(Size.HALF, R1, 0, R0), "no atomic operation of 16 bits");
        assertRefused(assembler -> assembler.loadPacket(Size.DWORD, 0), "no packet load of 64 bits");
        assertRefused(assembler -> assembler.castAddressSpace(R0, R1, 0, 65536), "address spaces are 0 to 65535");
        assertRefused(assembler -> assembler.call(0), "no helper has the number 0");
    }

    @Test
    void refusesShiftsAndDivisionsTheKernelRefuses() {
        assertRefused(assembler -> assembler.lsh(R0, 64), "shift of 64 bits by 64; it takes 0 to 63");
        assertRefused(assembler -> assembler.arsh32(R0, 32), "shift of 32 bits by 32; it takes 0 to 31");
        assertRefused(assembler -> assembler.rsh(R0, -1), "shift of 64 bits by -1");
        assertRefused(assembler -> assembler.div(R0, 0), "division by the constant zero");
        assertRefused(assembler -> assembler.smod32(R0, 0), "division by the constant zero");
    }

    private static void assertRefused(Consumer<Assembler> program, String message) {
        assertThatExceptionOfType(AssemblyException.class)
                .isThrownBy(() -> program.accept(new Assembler()))
                .withMessageMatching("(?s)AssemblerTest\\.java:\\d+: .*")
                .withMessageContaining(message);
    }
}
