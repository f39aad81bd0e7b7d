package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsItsVersion() {
        assertThat(run("--version")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).startsWith("plumb ");
    }

    @Test
    void rejectsAnUnknownOption() {
        assertThat(run("--no-such-option")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--no-such-option");
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
