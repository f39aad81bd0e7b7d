package dev.plumb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import dev.plumb.profile.format.Profiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private Path folded;

    @BeforeEach
    void writeAProfile() throws IOException {
        folded = folder.resolve("in.folded");
        Files.writeString(folded, "app;main;work 70\napp;main;read;vfs_read_[k] 30\n");
    }

    @Test
    void everyFormatBecomesEveryOther() throws IOException {
        for (Format from : Formats.readable()) {
            Path source = folder.resolve("a" + from.endings().getFirst());
            assertThat(run("convert", folded.toString(), source.toString())).isZero();
            for (Format to : Formats.readable()) {
                Path target = folder.resolve("b" + to.endings().getFirst());
                assertThat(run("convert", source.toString(), target.toString())).isZero();
                Profile read = Profiles.read(target);
                assertThat(read.totals().value())
                        .as(from.name() + " to " + to.name())
                        .isEqualTo(100);
                assertThat(read.samples())
                        .as(from.name() + " to " + to.name())
                        .anyMatch(sample -> sample.frames().getFirst().symbol().equals("vfs_read"));
            }
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void writesAFlameGraph() throws IOException {
        Path page = folder.resolve("x.html");
        assertThat(run("convert", folded.toString(), page.toString())).isZero();
        assertThat(Files.readString(page)).contains("</html>");
    }

    @Test
    void theFormatCanBeNamed() throws IOException {
        Path file = folder.resolve("x.txt");
        assertThat(run("convert", folded.toString(), file.toString(), "--format", "folded"))
                .isZero();
        assertThat(Files.readString(file)).contains("app;main;work 70");
    }

    @Test
    void anEndingThatTellsNothingIsAUsageError() {
        assertThat(run("convert", folded.toString(), "x.txt")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("the ending of 'x.txt' tells no format")
                .contains(".pb.gz");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(run("convert", folder + "/none.json", folder + "/x.json")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).startsWith("error: read " + folder + "/none.json: no such file");
    }

    @Test
    void rubbishIsRefusedAndNothingWritten() throws IOException {
        Path rubbish = Files.writeString(folder.resolve("r.json"), "{\"plumb\": 1, \"samples\": 5}");
        Path target = folder.resolve("x.json");
        assertThat(run("convert", rubbish.toString(), target.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("JSON: expected '['");
        assertThat(target).doesNotExist();
    }

    @Test
    void pushesToAReceiver() throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/profiles";
            assertThat(run("convert", folded.toString(), "--push", address)).isZero();
            assertThat(err.toString()).contains("pushed ").contains(address);
            assertThat(Profiles.read(new ByteArrayInputStream(bodies.getFirst()), "")
                            .totals()
                            .value())
                    .isEqualTo(100);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void diffPrintsWhatChangedMost() throws IOException {
        Path after = Files.writeString(folder.resolve("after.folded"), "app;main;work 20\napp;main;\u001b[31mred 80\n");
        assertThat(run("diff", folded.toString(), after.toString())).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(0)).isEqualTo("total count: 100 before, 100 after");
        assertThat(lines.get(3)).isEqualTo("    0.00%    80.00%   +80.00%  ?[31mred");
        assertThat(lines.get(4)).isEqualTo("   70.00%    20.00%   -50.00%  work");
        assertThat(lines).allMatch(line -> line.length() <= 80);
    }

    @Test
    void diffWritesAPageOrAnyFormat() throws IOException {
        Path page = folder.resolve("diff.html");
        assertThat(run("diff", folded.toString(), folded.toString(), "-o", page.toString()))
                .isZero();
        assertThat(Files.readString(page)).contains("</html>");
        Path json = folder.resolve("diff.json");
        assertThat(run("diff", folded.toString(), folded.toString(), "-o", json.toString()))
                .isZero();
        Profile both = Profiles.read(json);
        assertThat(both.total(0)).isEqualTo(100);
        assertThat(both.total(1)).isEqualTo(100);
    }

    @Test
    void diffRefusesDifferentUnits() throws IOException {
        Path bytes = folder.resolve("bytes.json");
        Files.writeString(
                bytes,
                "{\"plumb\":1,\"totals\":{\"unit\":\"bytes\"},\"samples\":[{\"pid\":1,\"count\":1,\"value\":5}]}",
                StandardCharsets.UTF_8);
        assertThat(run("diff", folded.toString(), bytes.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("units differ");
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }
}
