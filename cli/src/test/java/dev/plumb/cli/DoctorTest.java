package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.feature.Finding;
import dev.plumb.ebpf.feature.Support;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTest {
    private static final List<Finding> FINDINGS = List.of(
            new Finding(Finding.Area.KERNEL, "release", new Support.Works("6.12.1")),
            new Finding(Finding.Area.MAPS, "HASH", Support.WORKS),
            new Finding(Finding.Area.MAPS, "ARRAY", Support.WORKS),
            new Finding(
                    Finding.Area.ATTACHMENTS,
                    "kprobe",
                    new Support.Missing(
                            "attach kprobe do_sys_openat2: not supported: this kernel has no kprobes at all, none",
                            "use tracepoints")),
            new Finding(Finding.Area.PERMISSIONS, "CAP_BPF", new Support.NotPermitted("not held", "run as root")));

    private final StringWriter out = new StringWriter();

    @Test
    void showsEachStateAndStaysWithinEightyColumns() {
        new DoctorReport(new Style(false), new PrintWriter(out)).print(FINDINGS);
        assertThat(out.toString())
                .contains("""
                Permissions
                  not permitted  CAP_BPF
                                 why: not held
                                 do:  run as root
                """)
                .contains("""
                Map types
                  works          HASH, ARRAY
                """)
                .contains("  missing        kprobe\n")
                .contains("3 work, 1 missing, 1 not permitted");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void writesJsonWithAStateForEachFinding() throws Exception {
        DoctorReport.json(FINDINGS, new PrintWriter(out, true));
        assertThat(out.toString())
                .contains("\"name\":\"CAP_BPF\",\"state\":\"not permitted\"")
                .contains("\"name\":\"release\",\"state\":\"works\",\"detail\":\"6.12.1\"");
    }

    @Test
    void runsAsAnyUser() {
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), "doctor");
        assertThat(status).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).contains("Ways to attach");
        assertThat(err.toString()).isEmpty();
    }
}
