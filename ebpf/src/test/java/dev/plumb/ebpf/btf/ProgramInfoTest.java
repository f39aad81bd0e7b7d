package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramInfoTest {
    private final BtfBuilder builder = new BtfBuilder();

    @Test
    void encodesFunctions() {
        byte[] encoded = FunctionInfo.encode(List.of(new FunctionInfo(0, 7), new FunctionInfo(12, 9)));
        assertThat(ints(encoded)).containsExactly(0, 7, 12, 9);
    }

    @Test
    void encodesLinesWithTheirStringsInTheBtf() {
        byte[] encoded = LineInfo.encode(
                List.of(
                        new LineInfo(0, "Open.java", 42, 9, "program.call(get_current_pid_tgid)"),
                        new LineInfo(3, "Open.java", 43, 0, "program.exit(0)")),
                builder);
        int file = builder.string("Open.java");
        assertThat(ints(encoded))
                .containsExactly(
                        0,
                        file,
                        builder.string("program.call(get_current_pid_tgid)"),
                        42 << 10 | 9,
                        3,
                        file,
                        builder.string("program.exit(0)"),
                        43 << 10);
        assertThat(new String(builder.encode(), java.nio.charset.StandardCharsets.US_ASCII))
                .contains("\0Open.java\0program.call(get_current_pid_tgid)\0program.exit(0)\0");
    }

    @Test
    void keepsLinesAndColumnsWithinTheirBits() {
        byte[] encoded = LineInfo.encode(List.of(new LineInfo(0, "A.java", 1 << 30, 5000, "x")), builder);
        assertThat(ints(encoded)[3]).isEqualTo(-1);
    }

    @Test
    void refusesRecordsOutOfOrder() {
        assertThatThrownBy(() -> FunctionInfo.encode(List.of(new FunctionInfo(1, 1))))
                .hasMessage("function info: instruction 1 comes first; the kernel wants 0");
        assertThatThrownBy(() -> LineInfo.encode(
                        List.of(
                                new LineInfo(0, "A.java", 1, 0, "a"),
                                new LineInfo(4, "A.java", 2, 0, "b"),
                                new LineInfo(4, "A.java", 3, 0, "c")),
                        builder))
                .hasMessage("line info: instruction 4 follows 4");
    }

    private static int[] ints(byte[] bytes) {
        int[] ints = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(ints);
        return ints;
    }
}
