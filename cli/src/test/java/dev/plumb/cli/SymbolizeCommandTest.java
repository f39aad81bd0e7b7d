package dev.plumb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.testkit.CProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolizeCommandTest {
    private static final String SOURCE = """
            volatile int sink;
            static inline __attribute__((always_inline)) void inner(int x) { sink = x; }
            __attribute__((noinline)) void outer(int x) {
              inner(x + 1);
            }
            int main(int argc, char **argv) { outer(argc); return 0; }
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void namesAnAddressOfAProgram() throws Exception {
        Path program = CProgram.compile(SOURCE, "-g", "-O2", "-no-pie");
        assertThat(run("-e", program.toString(), address(program))).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).matches("0x[0-9a-f]+ outer\\+0x0 .*\\.c:\\d+ \\(" + program + "\\)\n");
    }

    @Test
    void printsALineForEachInlinedFunctionIfAsked() throws Exception {
        Path program = CProgram.compile(SOURCE, "-g", "-O2", "-no-pie");
        long outer = Long.parseLong(address(program), 16);
        String[] options = new String[15];
        options[0] = "--inlines";
        options[1] = "-e";
        options[2] = program.toString();
        for (int i = 3; i < options.length; i++) {
            options[i] = Long.toHexString(outer + i - 3);
        }
        assertThat(run(options)).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).containsPattern("0x[0-9a-f]+ inner .*:2 \\(inlined\\)\n +outer\\+0x[0-9a-f]+ .*:4 ");
    }

    @Test
    void printsJson() throws Exception {
        Path program = CProgram.compile(SOURCE, "-no-pie");
        String address = address(program);
        assertThat(run("--json", "-e", program.toString(), "0x" + address, "0")).isEqualTo(ExitCode.DONE);
        String hex = "0x" + Long.toHexString(Long.parseLong(address, 16));
        assertThat(out.toString()).isEqualTo("""
                        [
                        {"address":"%s","frames":[{"address":"%s","symbol":"outer","offset":0,"module":"%s","file":null,\
                        "line":null,"inlined":false,"kind":"native"}],"unknown":null},
                        {"address":"0x0","frames":[{"address":"0x0","symbol":"","offset":0,"module":"%s","file":null,\
                        "line":null,"inlined":false,"kind":"native"}],"unknown":"no symbol of %s covers it"}
                        ]
                        """.formatted(hex, hex, program, program, program));
    }

    @Test
    void readsAddressesFromStdin() throws Exception {
        Path program = CProgram.compile(SOURCE, "-no-pie");
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream((address(program) + "\n\n0x" + address(program) + "\n").getBytes(UTF_8)));
        try {
            assertThat(run("-e", program.toString())).isEqualTo(ExitCode.DONE);
        } finally {
            System.setIn(before);
        }
        assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.contains(" outer+0x0 "));
    }

    @Test
    void namesKernelAddressesFromACopy() throws IOException {
        Path copy = Files.writeString(
                folder.resolve("kallsyms"),
                "ffffffff81000000 T _stext\nffffffff81000100 T vfs_read\nffffffff81000200 T x\n");
        assertThat(run("-k", "--kallsyms", copy.toString(), "ffffffff81000110")).isEqualTo(ExitCode.DONE);
        assertThat(out).hasToString("0xffffffff81000110 vfs_read+0x10 (kernel)\n");
    }

    @Test
    void saysThatKernelAddressesAreHidden() throws IOException {
        Path copy = Files.writeString(folder.resolve("kallsyms"), "0000000000000000 T _stext\n0000000000000000 T x\n");
        assertThat(run("-k", "--kallsyms", copy.toString(), "ffffffff81000110")).isEqualTo(ExitCode.NOT_PERMITTED);
        assertThat(err.toString())
                .startsWith("error: symbolize: every address in ")
                .contains("kptr_restrict");
    }

    @Test
    void saysThatAProcessIsNotThere() {
        assertThat(run("-p", "4194999", "1234")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("error: symbolize: process 4194999 is not there");
    }

    @Test
    void saysThatAFileIsNotThereOrNoProgram() throws IOException {
        assertThat(run("-e", "/no/such/file", "1")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("error: symbolize: /no/such/file: no such file");
        Path text = Files.writeString(folder.resolve("text"), "hello");
        assertThat(run("-e", text.toString(), "1")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("not an ELF file");
    }

    @Test
    void rejectsWrongUse() {
        assertThat(run("1234")).isEqualTo(ExitCode.USAGE);
        assertThat(run("-k", "-p", "1", "1234")).isEqualTo(ExitCode.USAGE);
        assertThat(run("-k", "nonsense")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("not an address: 'nonsense'");
        assertThat(run("-p", "1", "--kallsyms", "/x", "1234")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--kallsyms is for kernel addresses: add -k");
    }

    private static String address(Path program) throws Exception {
        Process nm = new ProcessBuilder("nm", program.toString()).start();
        Matcher line = Pattern.compile("([0-9a-f]+) T outer\n")
                .matcher(new String(nm.getInputStream().readAllBytes(), UTF_8));
        assertThat(line.find()).isTrue();
        return line.group(1);
    }

    private int run(String... options) {
        List<String> args = new ArrayList<>(List.of("symbolize"));
        args.addAll(List.of(options));
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(String[]::new));
    }
}
