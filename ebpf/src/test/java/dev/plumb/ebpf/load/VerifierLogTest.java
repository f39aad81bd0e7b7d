package dev.plumb.ebpf.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerifierLogTest {
    @Test
    void findsTheLastWordsAndTheInstructionOnLinux61() {
        VerifierLog log = new VerifierLog("""
                0: R1=ctx(off=0,imm=0) R10=fp0
                0: (b7) r2 = 0                        ; R2_w=0
                1: (79) r0 = *(u64 *)(r2 +0)
                R2 invalid mem access 'scalar'
                processed 2 insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0
                """);
        assertThat(log.summary()).isEqualTo("R2 invalid mem access 'scalar'");
        assertThat(log.instruction()).hasValue(1);
    }

    @Test
    void findsTheLastWordsOnLinux510() {
        VerifierLog log = new VerifierLog("""
                unreachable insn 2
                processed 0 insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0

                """);
        assertThat(log.summary()).isEqualTo("unreachable insn 2");
        assertThat(log.instruction()).hasValue(2);
    }

    @Test
    void saysSoWhereThereIsNoWord() {
        assertThat(new VerifierLog("").summary()).isEqualTo("it gave no reason");
    }

    @Test
    void takesAnything() {
        Random random = new Random(23);
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        String[] pieces = {"12: ", "(b7)", "R1", "=", "\n", "processed 1 insns", " ", "\0", "é", "99999999999: (aa)"};
        for (int i = 0; i < inputs; i++) {
            StringBuilder text = new StringBuilder();
            byte[] noise = new byte[random.nextInt(20)];
            random.nextBytes(noise);
            text.append(new String(noise, StandardCharsets.ISO_8859_1));
            for (int piece = random.nextInt(20); piece > 0; piece--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            VerifierLog log = new VerifierLog(text.toString());
            log.instruction();
        }
        System.out.println("verifier log: " + inputs + " random logs");
    }
}
