package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class FlowCheckTest {
    @Test
    void namesTheLineThatReadsAndTheLineThatDestroyed() {
        var assembler = new Assembler();
        assembler.mov(R6, R1);
        int call = line() + 1;
        assembler.call(Helper.GET_CURRENT_PID_TGID);
        int read = line() + 1;
        assembler.load(Size.DWORD, R0, R1, 0);
        assembler.exit();

        assertRefused(
                assembler,
                "FlowCheckTest.java:" + read + ": `r0 = *(u64 *)(r1 +0)` reads r1, but"
                        + " `call bpf_get_current_pid_tgid#14` at FlowCheckTest.java:" + call
                        + " destroyed it; keep it in r6 to r9 or on the stack");
    }

    @Test
    void acceptsWhatSurvivesACall() {
        new Assembler()
                .mov(R6, R1)
                .call(Helper.GET_CURRENT_PID_TGID)
                .load(Size.DWORD, R0, R6, 0)
                .exit()
                .assemble();
    }

    @Test
    void refusesAHelperWithTooFewArguments() {
        var assembler = new Assembler()
                .storeImmediate(Size.WORD, R10, -4, 0)
                .loadMap(R1, 3)
                .mov(R2, R10)
                .add(R2, -4)
                .mov(R3, R2)
                .call(Helper.MAP_UPDATE_ELEM)
                .exit();

        assertRefused(
                assembler, "r4 is argument 4 of bpf_map_update_elem, but on some way here nothing was put into it");
    }

    @Test
    void readsNoMoreThanTheHelpersArguments() {
        new Assembler()
                .storeImmediate(Size.WORD, R10, -4, 0)
                .loadMap(R1, 3)
                .mov(R2, R10)
                .add(R2, -4)
                .call(Helper.MAP_DELETE_ELEM)
                .exit()
                .assemble();
    }

    @Test
    void refusesARegisterSetOnOnePathOnly() {
        var assembler = new Assembler()
                .load(Size.DWORD, R2, R1, 0)
                .jumpIfEqual(R2, 0, "skip")
                .mov(R0, 1)
                .label("skip")
                .exit();

        assertRefused(assembler, "r0 is the result, but on some way here nothing was put into it");
    }

    @Test
    void acceptsARegisterSetOnBothPaths() {
        new Assembler()
                .load(Size.DWORD, R2, R1, 0)
                .jumpIfEqual(R2, 0, "zero")
                .mov(R0, 1)
                .jump("end")
                .label("zero")
                .mov(R0, 0)
                .label("end")
                .exit()
                .assemble();
    }

    @Test
    void refusesARegisterThatALoopDestroys() {
        var assembler = new Assembler()
                .mov(R6, 5)
                .label("again")
                .load(Size.DWORD, R2, R1, 0)
                .call(Helper.KTIME_GET_NS)
                .sub(R6, 1)
                .jumpIfNotEqual(R6, 0, "again")
                .exit();

        assertRefused(assembler, "`r2 = *(u64 *)(r1 +0)` reads r1, but `call bpf_ktime_get_ns#5`");
    }

    @Test
    void refusesTheResultOfAHelperThatReturnsNothing() {
        var assembler = new Assembler()
                .loadMap(R1, 3)
                .mov(R2, 8)
                .mov(R3, 0)
                .call(Helper.RINGBUF_RESERVE)
                .jumpIfEqual(R0, 0, "end")
                .mov(R1, R0)
                .mov(R2, 0)
                .call(Helper.RINGBUF_SUBMIT)
                .label("end")
                .exit();

        assertRefused(assembler, "r0 is the result, but `call bpf_ringbuf_submit#132` at FlowCheckTest.java:");
    }

    @Test
    void refusesThePacketLoadWithoutAContext() {
        assertRefused(new Assembler().loadPacket(Size.HALF, 12).exit(), "`r0 = *(u16 *)skb[12]` reads r6");
    }

    @Test
    void refusesACompareExchangeWithoutAnExpectedValue() {
        var assembler = new Assembler()
                .mov(R2, 1)
                .storeImmediate(Size.DWORD, R10, -8, 0)
                .atomicCompareExchange(Size.DWORD, R10, -8, R2)
                .exit();

        assertRefused(assembler, "reads r0, but on some way here nothing was put into it");
    }

    @Test
    void takesTheOldValueOfAFetchAsSet() {
        new Assembler()
                .mov(R0, 1)
                .storeImmediate(Size.DWORD, R10, -8, 0)
                .atomicCompareExchange(Size.DWORD, R10, -8, R0)
                .atomicFetchAdd(Size.DWORD, R10, -8, R0)
                .exit()
                .assemble();
    }

    @Test
    void refusesMisalignedAccessesOfTheStack() {
        assertRefused(
                new Assembler().store(Size.DWORD, R10, -76, R1).mov(R0, 0).exit(),
                "`*(u64 *)(r10 -76) = r1` is misaligned; on the stack 8 bytes go at a multiple of 8");
        assertRefused(new Assembler().load(Size.HALF, R0, R10, -3).exit(), "is misaligned");
        assertRefused(new Assembler().atomicAdd(Size.WORD, R10, -6, R1).exit(), "is misaligned");
    }

    @Test
    void refusesAccessesOutsideTheStack() {
        assertRefused(
                new Assembler()
                        .storeImmediate(Size.DWORD, R10, -520, 0)
                        .mov(R0, 0)
                        .exit(),
                "`*(u64 *)(r10 -520) = 0` is outside the stack, the 512 bytes below r10");
        assertRefused(new Assembler().loadSigned(Size.BYTE, R0, R10, 0).exit(), "is outside the stack");
        assertRefused(new Assembler().loadAcquire(Size.WORD, R0, R10, -2).exit(), "is outside the stack");
        assertRefused(new Assembler().storeRelease(Size.WORD, R10, -516, R1).exit(), "is outside the stack");
    }

    @Test
    void acceptsTheWholeStack() {
        new Assembler()
                .store(Size.DWORD, R10, -512, R1)
                .storeImmediate(Size.BYTE, R10, -1, 7)
                .load(Size.BYTE, R0, R10, -1)
                .exit()
                .assemble();
    }

    @Test
    void refusesDeadCode() {
        var assembler = new Assembler().mov(R0, 0).exit();
        int dead = line() + 1;
        assembler.mov(R0, 1).exit();

        assertRefused(assembler, "FlowCheckTest.java:" + dead + ": nothing leads to this instruction");
    }

    @Test
    void refusesAJumpToNoInstruction() {
        assertRefused(
                new Assembler()
                        .mov(R0, 0)
                        .append(new Instruction.JumpIf(Width.BITS_64, Condition.EQUAL, R0, R0, 1))
                        .exit(),
                "jump to no instruction of the program");
        assertRefused(
                new Assembler()
                        .mov(R0, 0)
                        .append(new Instruction.Jump(1))
                        .loadConstant(R1, 1)
                        .exit(),
                "jump to no instruction of the program");
    }

    @Test
    void refusesACallToNoInstruction() {
        assertRefused(
                new Assembler().append(new Instruction.CallLocal(5)).mov(R0, 0).exit(),
                "call to no instruction of the program");
    }

    @Test
    void namesTheSlotWhereTheLineIsUnknown() {
        Code code = Code.decode(
                new Assembler().mov(R0, R2).exit().assembleUnchecked().encode());

        assertThatExceptionOfType(AssemblyException.class)
                .isThrownBy(() -> FlowCheck.check(code))
                .withMessageStartingWith("unknown: slot 0: `r0 = r2` reads r2");
    }

    @Test
    void refusesAnEmptyDecodedProgram() {
        assertThatExceptionOfType(AssemblyException.class)
                .isThrownBy(() -> FlowCheck.check(Code.decode(new byte[0])))
                .withMessage("unknown: the program has no instructions; it needs at least exit");
    }

    @Test
    void checksAProgramOfThirtyThousandBranches() {
        var assembler = new Assembler().at(SourceLine.UNKNOWN).mov(R0, 0);
        for (int round = 0; round < 30_000; round++) {
            assembler.jumpIfEqual(R0, round, "end");
        }
        Code code = assembler.label("end").exit().assemble();

        assertThat(code.slotCount()).isEqualTo(30_002);
    }

    private static void assertRefused(Assembler assembler, String message) {
        assertThatExceptionOfType(AssemblyException.class)
                .isThrownBy(assembler::assemble)
                .withMessageContaining(message);
    }

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .orElseThrow()
                .getLineNumber();
    }
}
