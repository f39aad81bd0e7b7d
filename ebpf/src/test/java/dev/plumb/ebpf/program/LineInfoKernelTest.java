package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.DebugInfo;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What programs and maps carry into the kernel, as bpftool shows it.
class LineInfoKernelTest {
    private static final Layout.Builder KEY_BUILDER = Layout.struct("call");
    private static final Field PID = KEY_BUILDER.u32("pid");
    private static final Field RESULT = KEY_BUILDER.s32("result");
    private static final Layout KEY = KEY_BUILDER.build();
    private static final Layout VALUE = Layout.u64("count");

    @Test
    void bpftoolShowsTheJavaLinesOfALoadedProgram() throws Exception {
        List<Integer> lines = new ArrayList<>();
        Program program = Program.rawTracepoint("lines", "sys_enter", p -> {
            Function add = p.function("add_up", 2, f -> {
                lines.add(Lines.next());
                f.exit(f.parameter(0).add(f.parameter(1)));
            });
            lines.add(Lines.next());
            Value pid = p.pid();
            lines.add(Lines.next());
            p.exit(p.call(add, pid, p.argument(1)));
        });
        try (BpfProgram loaded = program.load()) {
            String dump = bpftool(
                    "prog",
                    "dump",
                    "xlated",
                    "id",
                    Integer.toString(loaded.info().id()),
                    "linum");
            assertThat(dump).contains("Value pid = p.pid(); [file:LineInfoKernelTest.java line_num:" + lines.get(1));
            assertThat(dump).contains("p.exit(p.call(add, pid, p.argument(1)));");
            assertThat(dump).contains("u64 add_up(");
            lines.forEach(line -> assertThat(dump).contains("[file:LineInfoKernelTest.java line_num:" + line));
        }
    }

    @Test
    void mapCarriesTheTypesOfItsKeyAndValue() throws Exception {
        try (BpfMap map = BpfMap.create(MapSpec.hash("calls", KEY, VALUE, 4));
                BpfProgram program = Program.rawTracepoint(
                                "fill",
                                "none",
                                p -> p.update(map, p.local(KEY).set(PID, 23).set(RESULT, -2), p.constant(42)))
                        .load()) {
            ConstructKernelTest.run(program);
            String dump = bpftool("map", "dump", "id", Integer.toString(map.id()));
            assertThat(dump.replaceAll("\\s", "")).contains("\"pid\":23,\"result\":-2", "\"count\":42");
        }
    }

    @Test
    void kernelThatRefusesTheLinesStillTakesTheProgram() {
        Code code = Program.rawTracepoint("plain", "none", p -> p.exit(0)).code();
        DebugInfo good = DebugInfo.of(code);
        DebugInfo garbage = new DebugInfo(new byte[] {1, 2, 3}, good.functionInfo(), good.lineInfo());
        byte[] beyondTheEnd = good.lineInfo().clone();
        beyondTheEnd[0] = 99;
        DebugInfo misplaced = new DebugInfo(good.btf(), good.functionInfo(), beyondTheEnd);
        for (DebugInfo info : List.of(garbage, misplaced)) {
            ProgramSpec spec = ProgramSpec.rawTracepoint("plain", code).withDebugInfo(info);
            try (BpfProgram loaded = BpfProgram.load(spec)) {
                assertThat(loaded.info().btfId()).isZero();
            }
        }
    }

    private static String bpftool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bpftool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
