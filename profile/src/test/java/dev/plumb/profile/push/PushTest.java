package dev.plumb.profile.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.format.Profiles;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Profiles arrive whole at a server of the test.
class PushTest {
    private static final PushOptions QUICK =
            new PushOptions(Duration.ofSeconds(5), Duration.ofSeconds(5), 3, Duration.ofMillis(1), "secret");

    private final Profile profile = new ProfileBuilder(
                    "cpu", List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu")))
            .start(Instant.parse("2026-01-01T00:00:00Z"))
            .duration(Duration.ofSeconds(10))
            .host("name", "web 1")
            .add(new Task(1, 2, "app", ""), Stack.EMPTY, Stack.of(Frame.of("main", FrameKind.NATIVE)), 3, 30)
            .build();

    private record Received(String path, String query, Map<String, List<String>> headers, String latin1) {
        byte[] body() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    private record Answer(int status, String latin1) {
        byte[] body() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private final List<Received> received = new ArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void pyroscopeGetsAFormWithPprof() throws IOException {
        Push.Receipt receipt = Push.send(profile, PushTarget.of("pyroscope+" + address("")), QUICK);
        Received request = received.getFirst();
        assertThat(request.path()).isEqualTo("/ingest");
        assertThat(request.query())
                .isEqualTo("name=plumb.cpu%7Bhostname%3Dweb_1%7D&from=1767225600&until=1767225610"
                        + "&spyName=plumb&format=pprof");
        assertThat(request.header("Authorization")).isEqualTo("Bearer secret");
        Map<String, byte[]> parts = parts(request);
        assertThat(read(parts.get("profile"))).isEqualTo(profile);
        assertThat(new String(parts.get("sample_type_config"), StandardCharsets.UTF_8))
                .contains("\"cpu\":{\"units\":\"nanoseconds\"", "\"samples\":{\"units\":\"samples\"");
        assertThat(receipt.bytes()).isEqualTo(request.body().length);
    }

    @Test
    void otlpIsDecodedByThePublishedClasses() throws IOException {
        Push.send(profile, PushTarget.of("otlp+" + address("")), QUICK);
        Received request = received.getFirst();
        assertThat(request.path()).isEqualTo("/v1development/profiles");
        assertThat(request.header("Content-type")).isEqualTo("application/x-protobuf");
        assertThat(request.header("Content-encoding")).isEqualTo("gzip");
        var decoded =
                ExportProfilesServiceRequest.parseFrom(new GZIPInputStream(new ByteArrayInputStream(request.body())));
        var profiles = decoded.getResourceProfiles(0).getScopeProfiles(0).getProfilesList();
        assertThat(profiles).hasSize(2);
        assertThat(profiles.get(1).getSamples(0).getValues(0)).isEqualTo(30);
        assertThat(profiles.get(0).getDurationNano()).isEqualTo(10_000_000_000L);
    }

    @Test
    void aPartialSuccessIsPassedOn() throws IOException {
        ExportProfilesServiceResponse response = ExportProfilesServiceResponse.newBuilder()
                .setPartialSuccess(ExportProfilesPartialSuccess.newBuilder()
                        .setRejectedProfiles(1)
                        .setErrorMessage("too old"))
                .build();
        answers.add(new Answer(200, new String(response.toByteArray(), StandardCharsets.ISO_8859_1)));
        assertThat(Push.send(profile, PushTarget.of(address("/v1development/profiles")), QUICK)
                        .warning())
                .contains("too old");
    }

    @Test
    void aPlainAddressGetsPprof() throws IOException {
        Push.send(profile, PushTarget.of(address("/upload?x=1")), QUICK);
        assertThat(received.getFirst().path()).isEqualTo("/upload");
        assertThat(received.getFirst().query()).isEqualTo("x=1");
        assertThat(read(received.getFirst().body())).isEqualTo(profile);
    }

    @Test
    void triesAgainWhileTheReceiverIsBusy() throws IOException {
        answers.add(new Answer(503, ""));
        answers.add(new Answer(429, ""));
        assertThat(Push.send(profile, PushTarget.of(address("/")), QUICK).attempts())
                .isEqualTo(3);
        assertThat(received).hasSize(3);
        assertThat(received.get(2).body()).isEqualTo(received.get(0).body());
    }

    @Test
    void givesUpAfterTheLastAttempt() {
        for (int i = 0; i < 3; i++) {
            answers.add(new Answer(500, "oops\nbroken"));
        }
        assertThatThrownBy(() -> Push.send(profile, PushTarget.of(address("/p")), QUICK))
                .isInstanceOf(IOException.class)
                .hasMessage("push to " + address("/p") + ": answered 500: oops broken (after 3 attempts)");
    }

    @Test
    void aRefusalIsNotRepeated() {
        answers.add(new Answer(401, "no"));
        assertThatThrownBy(() -> Push.send(profile, PushTarget.of(address("/p")), QUICK))
                .hasMessageContaining("answered 401: no; set PLUMB_PUSH_TOKEN");
        assertThat(received).hasSize(1);
    }

    @Test
    void aRedirectIsNotFollowed() {
        answers.add(new Answer(302, ""));
        assertThatThrownBy(() -> Push.send(profile, PushTarget.of(address("/p")), QUICK))
                .hasMessageContaining("answered 302");
        assertThat(received).hasSize(1);
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> Push.send(profile, PushTarget.of("http://127.0.0.1:" + port + "/"), QUICK))
                .hasMessageContaining("cannot connect")
                .hasMessageContaining("after 3 attempts");
    }

    @Test
    void doesNotWaitForeverForAnAnswer() throws IOException {
        PushOptions hasty =
                new PushOptions(Duration.ofSeconds(1), Duration.ofMillis(100), 2, Duration.ofMillis(1), null);
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() ->
                            Push.send(profile, PushTarget.of("http://127.0.0.1:" + silent.getLocalPort() + "/"), hasty))
                    .hasMessageContaining("no answer in time (after 2 attempts)");
        }
    }

    @Test
    void theTokenComesFromTheEnvironment() {
        assertThat(PushOptions.of(Map.of("PLUMB_PUSH_TOKEN", " abc\n")).token()).isEqualTo("abc");
        assertThat(PushOptions.of(Map.of()).token()).isNull();
    }

    @Test
    void refusesWhatIsNoAddress() {
        assertThatThrownBy(() -> PushTarget.of("localhost:4040")).hasMessageContaining("not an address");
        assertThatThrownBy(() -> PushTarget.of("ftp://x/")).hasMessageContaining("not an address");
        assertThatThrownBy(() -> PushTarget.of("http://a b/")).hasMessageContaining("not an address");
    }

    @Test
    void messagesHideUserAndPassword() throws IOException {
        assertThat(PushTarget.of("http://user:pass@host:1/x?key=1").shown()).isEqualTo("http://host:1/x");
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        received.add(new Received(
                exchange.getRequestURI().getPath(),
                exchange.getRequestURI().getRawQuery(),
                Map.copyOf(exchange.getRequestHeaders()),
                new String(body, StandardCharsets.ISO_8859_1)));
        Answer answer = answers.isEmpty() ? new Answer(200, "") : answers.poll();
        exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
        exchange.close();
    }

    private static Profile read(byte[] pprof) throws IOException {
        return Profiles.read(new ByteArrayInputStream(pprof), "");
    }

    /// Takes a form apart by its boundary.
    private static Map<String, byte[]> parts(Received request) {
        String boundary = "--" + request.header("Content-type").replaceAll(".*boundary=", "");
        String text = new String(request.body(), StandardCharsets.ISO_8859_1);
        Map<String, byte[]> parts = new HashMap<>();
        for (String part : Arrays.asList(text.split(boundary, -1)).subList(1, text.split(boundary, -1).length - 1)) {
            int end = part.indexOf("\r\n\r\n");
            String name = part.substring(0, end).replaceAll("(?s).*; name=\"([^\"]+)\".*", "$1");
            parts.put(name, part.substring(end + 4, part.length() - 2).getBytes(StandardCharsets.ISO_8859_1));
        }
        return parts;
    }
}
