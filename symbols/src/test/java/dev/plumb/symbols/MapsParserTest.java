package dev.plumb.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MapsParserTest {
    private static final String MAPS = """
            55d0a0000000-55d0a0001000 r--p 00000000 fe:00 131 /usr/bin/a program
            55d0a0001000-55d0a0002000 r-xp 00001000 fe:00 131                        /usr/bin/a program
            7f0000000000-7f0000021000 rwxp 00000000 00:00 0
            7f1000000000-7f1000001000 r-xp 00002000 fe:00 17                         /tmp/x (deleted)
            7f2000000000-7f2000001000 r-xp 00000000 00:01 5                          /memfd:jit (deleted)
            7fff00000000-7fff00002000 r-xp 00000000 00:00 0                          [vdso]
            7fff10000000-7fff10001000 r-xp 00000000 fe:00 9                          /tmp/jit-17.dump
            ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
            """;

    @Test
    void keepsTheMappingsThatHoldCode() {
        var mappings = MapsParser.executable(MAPS);
        assertThat(mappings).hasSize(7);
        assertThat(mappings.get(0))
                .isEqualTo(new Mapping(0x55d0a0001000L, 0x55d0a0002000L, 0x1000, 131, "/usr/bin/a program", false));
        assertThat(mappings.get(6).start()).isEqualTo(0xffffffffff600000L);
    }

    @Test
    void tellsFilesFromMemoryWithTheNameOfAFile() {
        var mappings = MapsParser.executable(MAPS);
        assertThat(mappings.stream().map(Mapping::fileBacked))
                .containsExactly(true, false, true, false, false, false, false);
        assertThat(mappings.get(5).jitDump()).isTrue();
    }

    @Test
    void takesDeletedOffThePath() {
        Mapping deleted = MapsParser.executable(MAPS).get(2);
        assertThat(deleted.path()).isEqualTo("/tmp/x");
        assertThat(deleted.deleted()).isTrue();
    }

    @Test
    void leavesOutALineThatWasCutOff() {
        assertThat(MapsParser.executable("7f10-7f20 r-xp 0 fe:00 17 /usr/lib/lib"))
                .isEmpty();
    }

    @Test
    void survivesDamagedMaps() {
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        Random random = new Random(2);
        byte[] whole = MAPS.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < inputs; i++) {
            byte[] bytes = whole.clone();
            for (int j = random.nextInt(30); j > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            MapsParser.executable(new String(bytes, StandardCharsets.UTF_8));
        }
        System.out.printf("MapsParserTest: %d inputs%n", inputs);
        assertThat(inputs).isPositive();
    }
}
