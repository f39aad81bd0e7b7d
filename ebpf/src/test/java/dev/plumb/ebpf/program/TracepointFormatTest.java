package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.asm.AssemblyException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TracepointFormatTest {
    private static final String EXEC = """
            name: sched_process_exec
            ID: 311
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
            \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

            \tfield:__data_loc char[] filename;\toffset:8;\tsize:4;\tsigned:0;
            \tfield:pid_t pid;\toffset:12;\tsize:4;\tsigned:1;
            \tfield:char comm[16];\toffset:16;\tsize:16;\tsigned:0;
            \tfield:unsigned long args[6];\toffset:32;\tsize:48;\tsigned:0;
            \tfield:const void * ptr;\toffset:80;\tsize:8;\tsigned:0;

            print fmt: "filename=%s pid=%d", __get_str(filename), REC->pid
            """;

    @Test
    void readsOffsetsSizesAndSigns() {
        TracepointFormat format = TracepointFormat.parse("sched_process_exec", EXEC);
        assertThat(format.items()).hasSize(7);
        assertThat(format.item("pid")).isEqualTo(new TracepointFormat.Item("pid", 12, 4, true, false));
        assertThat(format.item("pid").type()).isEqualTo(Type.S32);
        assertThat(format.item("ptr").type()).isEqualTo(Type.U64);
        assertThat(format.item("filename").dynamic()).isTrue();
        assertThat(format.item("comm").offset()).isEqualTo(16);
    }

    @Test
    void namesWhatThereIs() {
        TracepointFormat format = TracepointFormat.parse("sched_process_exec", EXEC);
        assertThatThrownBy(() -> format.item("nosuch"))
                .isInstanceOf(AssemblyException.class)
                .hasMessageContaining("has no field 'nosuch'; it has [common_type, common_pid, filename, pid");
        assertThatThrownBy(() -> format.item("comm").type())
                .isInstanceOf(AssemblyException.class)
                .hasMessageContaining("use fieldAddress");
    }

    @Test
    void takesAnything() {
        Random random = new Random(5);
        int inputs = Integer.getInteger("plumb.fuzz.inputs", 20_000);
        byte[] valid = EXEC.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < inputs; i++) {
            byte[] damaged = valid.clone();
            for (int change = random.nextInt(20); change >= 0; change--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            String text = new String(damaged, 0, random.nextInt(damaged.length), StandardCharsets.ISO_8859_1);
            assertThat(TracepointFormat.parse("any", text).items()).hasSizeLessThan(8);
        }
        System.out.println("tracepoint formats: " + inputs + " damaged ones");
    }
}
