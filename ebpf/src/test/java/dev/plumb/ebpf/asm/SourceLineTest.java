package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SourceLineTest {
    @Test
    void isTheLineOfEachCallInAChain() {
        int first = SourceLine.ofCaller().line() + 2;
        Code code = new Assembler()
                .mov(R0, 0) // the first
                .jumpIfEqual(R0, 0, "end") // built by another interface than the first
                .label("end")
                .exit()
                .assemble();

        assertThat(List.of(
                        code.source(0).line(),
                        code.source(1).line(),
                        code.source(2).line()))
                .containsExactly(first, first + 1, first + 3);
        assertThat(code.source(0))
                .isEqualTo(new SourceLine(
                        "SourceLineTest.java", first, SourceLineTest.class.getName(), "isTheLineOfEachCallInAChain"));
    }

    @Test
    void isTheLineInsideALambda() {
        var assembler = new Assembler();
        int here = SourceLine.ofCaller().line();
        Supplier<Assembler> later = () -> assembler.mov(R0, 0);
        later.get().exit();

        assertThat(assembler.assemble().source(0).line()).isEqualTo(here + 1);
        assertThat(assembler.assemble().source(1).line()).isEqualTo(here + 2);
    }

    @Test
    void isTheGivenOneUntilTheCallerIsAskedForAgain() {
        var given = new SourceLine("Tool.java", 12, "dev.example.Tool", "emit");
        Code code = new Assembler().at(given).mov(R0, 0).atCaller().exit().assemble();

        assertThat(code.source(0)).isEqualTo(given);
        assertThat(code.source(0)).hasToString("Tool.java:12");
        assertThat(code.source(1).file()).isEqualTo("SourceLineTest.java");
    }

    @Test
    void isCarriedByTheException() {
        var given = new SourceLine("Tool.java", 12, "dev.example.Tool", "emit");

        assertThat(new AssemblyException(given, "reason").source()).isEqualTo(given);
        assertThat(new AssemblyException(given, "reason")).hasMessage("Tool.java:12: reason");
    }
}
