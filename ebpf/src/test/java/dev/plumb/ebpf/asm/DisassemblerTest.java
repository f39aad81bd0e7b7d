package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DisassemblerTest {
    /// The bytes in the file were compared with those of llvm-mc 19, the text with the verifier's log of kernel 6.18.
    @Test
    void writesEveryInstructionAsInTheGoldenFile() throws IOException {
        assertThat(bytesAndText(EveryInstruction.code())).isEqualTo(golden("every-instruction.txt"));
    }

    private static String bytesAndText(Code code) {
        byte[] bytes = code.encode(ByteOrder.LITTLE_ENDIAN);
        var listing = new StringBuilder();
        for (String line : Disassembler.text(code).lines().toList()) {
            if (line.endsWith(":")) {
                listing.append(line).append('\n');
                continue;
            }
            int slot = Integer.parseInt(line.substring(0, line.indexOf(':')).strip());
            int slots = code.instructions().get(code.index(slot)).slots();
            String hex = HexFormat.of().formatHex(bytes, slot * 8, (slot + slots) * 8);
            listing.append("%-32s %s%n".formatted(hex, line));
        }
        return listing.toString();
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = DisassemblerTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
