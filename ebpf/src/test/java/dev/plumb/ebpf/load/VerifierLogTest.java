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
    void findsTheRegistersOnLinux510() {
        VerifierLog log = new VerifierLog("""
                0: R1=ctx(id=0,off=0,imm=0) R10=fp0
                ; cell.get()
                6: (85) call bpf_map_lookup_elem#1
                7: R0_w=map_value_or_null(id=1,off=0,ks=4,vs=8,imm=0) R6=inv(id=0,umax_value=7,var_off=(0x0; 0x7)) R10=fp0
                7: (79) r1 = *(u64 *)(r0 +0)
                R0 invalid mem access 'map_value_or_null'
                """);
        assertThat(log.registers())
                .containsEntry(0, "map_value_or_null(id=1,off=0,ks=4,vs=8,imm=0)")
                .containsEntry(6, "inv(id=0,umax_value=7,var_off=(0x0; 0x7))")
                .doesNotContainKey(1);
        assertThat(log.instruction()).hasValue(7);
    }

    @Test
    void findsTheRegistersBehindTheInstructionsSinceLinux518() {
        VerifierLog log = new VerifierLog("""
                0: R1=ctx() R10=fp0
                ; Value x = p.argument(0); @ Reads.java:12
                0: (79) r6 = *(u64 *)(r1 +0)          ; R1=ctx() R6_w=scalar()
                1: (27) r6 *= 8                       ; R6_w=scalar(umax=0xff,var_off=(0x0; 0xf8))
                from 1 to 3: R0=0 R6=scalar(umax=0xff,var_off=(0x0; 0xf8)) R10=fp0
                3: (0f) r0 += r6
                math between map_value pointer and register with unbounded min value is not allowed
                """);
        assertThat(log.registers())
                .containsEntry(6, "scalar(umax=0xff,var_off=(0x0; 0xf8))")
                .containsEntry(0, "0")
                .doesNotContainKey(1);
        assertThat(VerifierHint.of(log.summary())).contains("bound the index");
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
            log.registers();
        }
        System.out.println("verifier log: " + inputs + " random logs");
    }
}
