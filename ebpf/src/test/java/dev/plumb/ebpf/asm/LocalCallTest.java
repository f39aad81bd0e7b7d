package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R4;
import static dev.plumb.ebpf.asm.Register.R6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class LocalCallTest {
    @Test
    void passesArgumentsAndResult() {
        Code code = new Assembler()
                .mov(R1, 2)
                .mov(R2, 3)
                .callLocal("sum")
                .exit()
                .label("sum")
                .mov(R0, R1)
                .add(R0, R2)
                .exit()
                .assemble();

        assertThat(code.instructions().get(2)).isEqualTo(new Instruction.CallLocal(1));
    }

    @Test
    void refusesAnArgumentThatOneCallerDoesNotPass() {
        var assembler = new Assembler()
                .mov(R1, 2)
                .mov(R2, 3)
                .callLocal("sum")
                .mov(R1, 2)
                .callLocal("sum")
                .exit()
                .label("sum")
                .mov(R0, R1)
                .add(R0, R2)
                .exit();

        assertRefused(assembler, "`r0 += r2` reads r2, but `call pc+3` at LocalCallTest.java:");
    }

    @Test
    void refusesTheResultOfAFunctionThatReturnsNothing() {
        var assembler = new Assembler()
                .callLocal("nothing")
                .exit()
                .label("nothing")
                .mov(R1, 1)
                .exit();

        assertRefused(assembler, "r0 is the result, but `call pc+1` at LocalCallTest.java:");
    }

    @Test
    void acceptsAFunctionThatReturnsNothing() {
        new Assembler()
                .callLocal("nothing")
                .mov(R0, 0)
                .exit()
                .label("nothing")
                .mov(R1, 1)
                .exit()
                .assemble();
    }

    @Test
    void refusesTheCallersRegistersInTheFunction() {
        var assembler = new Assembler()
                .mov(R6, R1)
                .callLocal("function")
                .exit()
                .label("function")
                .mov(R0, R6)
                .exit();

        assertRefused(assembler, "`r0 = r6` reads r6, but on some way here nothing was put into it");
    }

    @Test
    void keepsTheCallersRegistersAcrossTheCall() {
        new Assembler()
                .mov(R6, R1)
                .callLocal("function")
                .load(Size.DWORD, R0, R6, 0)
                .exit()
                .label("function")
                .mov(R6, 1)
                .exit()
                .assemble();
    }

    @Test
    void refusesACallbackThatReturnsNothing() {
        var assembler = loop().label("body").mov(R1, 1).exit();

        assertRefused(assembler, "r0 is the result, but on some way here nothing was put into it");
    }

    @Test
    void givesACallbackItsArguments() {
        Code code = loop().label("body").mov(R0, R1).exit().assemble();

        assertThat(code.functions()).contains(new Code.Function("body", 8));
    }

    @Test
    void refusesToFallIntoTheNextFunction() {
        var assembler =
                new Assembler().callLocal("next").label("next").mov(R0, 0).exit();

        assertRefused(assembler, "'main' runs past its end after this instruction; end it with exit or a jump");
    }

    @Test
    void refusesToJumpIntoAnotherFunction() {
        var assembler = new Assembler()
                .callLocal("other")
                .jump("inside")
                .label("other")
                .mov(R0, 0)
                .label("inside")
                .exit();

        assertRefused(assembler, "jump into another function, 'other'; call it instead");
    }

    @Test
    void endsOnFunctionsThatCallEachOther() {
        var assembler = new Assembler()
                .callLocal("one")
                .exit()
                .label("one")
                .callLocal("two")
                .exit()
                .label("two")
                .callLocal("one")
                .mov(R0, 0)
                .exit();

        assertThat(assembler.assemble().functions()).hasSize(3);
    }

    private static Assembler loop() {
        return new Assembler()
                .mov(R1, 10)
                .loadFunction(R2, "body")
                .mov(R3, 0)
                .mov(R4, 0)
                .call(Helper.LOOP)
                .mov(R0, 0)
                .exit();
    }

    private static void assertRefused(Assembler assembler, String message) {
        assertThatExceptionOfType(AssemblyException.class)
                .isThrownBy(assembler::assemble)
                .withMessageContaining(message);
    }
}
