package dev.plumb.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebuginfodTest {
    private static final String BUILD_ID = "abcdef0123456789abcdef0123456789abcdef01";

    @TempDir
    private Path folder;

    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private HttpServer server;
    private Path stripped;
    private long marker;

    @BeforeEach
    void serve() throws Exception {
        Path whole = Target.compile("-g", "-O1", "-no-pie", "-Wl,--build-id=0x" + BUILD_ID);
        marker = ProcessTest.symbolAddress(whole, "marker");
        stripped = folder.resolve("stripped");
        Path debug = folder.resolve("served.debug");
        DebugFilesTest.run("objcopy", "-S", whole.toString(), stripped.toString());
        DebugFilesTest.run("objcopy", "--only-keep-debug", whole.toString(), debug.toString());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            await();
            boolean known = exchange.getRequestURI().getPath().equals("/buildid/" + BUILD_ID + "/debuginfo");
            byte[] body = known ? Files.readAllBytes(debug) : new byte[0];
            exchange.sendResponseHeaders(known ? 200 : 404, known ? body.length : -1);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    private void await() {
        try {
            mayAnswer.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        mayAnswer.countDown();
        server.stop(0);
    }

    @Test
    void asksNobodyUnlessToldTo() {
        try (Symbolizer symbolizer = new Symbolizer()) {
            assertThat(symbolizer.symbolize(Source.elfFile(stripped), marker).getFirst())
                    .isInstanceOf(Symbolized.Unknown.class);
        }
        assertThat(requests).hasValue(0);
    }

    @Test
    void answersAtOnceAndBetterWhenTheFileHasCome() throws Exception {
        try (Symbolizer symbolizer = new Symbolizer(options(""))) {
            // The server holds its answer back: this one cannot have waited for it.
            assertThat(name(symbolizer)).isEmpty();
            mayAnswer.countDown();
            assertThat(symbolizer.awaitDebugFiles(Duration.ofSeconds(30))).isTrue();
            assertThat(name(symbolizer)).isEqualTo("marker:4");
        }
        try (Symbolizer another = new Symbolizer(options(""))) {
            assertThat(name(another)).as("from the cache on disk").isEqualTo("marker:4");
        }
        assertThat(requests).hasValue(1);
    }

    @Test
    void remembersThatAServerHasNothing() throws Exception {
        mayAnswer.countDown();
        for (int i = 0; i < 3; i++) {
            try (Symbolizer symbolizer = new Symbolizer(options("/nowhere"))) {
                assertThat(name(symbolizer)).isEmpty();
                assertThat(symbolizer.awaitDebugFiles(Duration.ofSeconds(30))).isFalse();
            }
        }
        assertThat(requests).hasValue(1);
    }

    @Test
    void survivesAServerThatIsNotThere() throws Exception {
        SymbolizerOptions options = SymbolizerOptions.defaults()
                .withDebuginfod(List.of("http://127.0.0.1:1/", "no url"), folder.resolve("c"));
        try (Symbolizer symbolizer = new Symbolizer(options)) {
            assertThat(name(symbolizer)).isEmpty();
            assertThat(symbolizer.awaitDebugFiles(Duration.ofSeconds(30))).isFalse();
        }
    }

    private SymbolizerOptions options(String path) throws IOException {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return SymbolizerOptions.defaults()
                .withDebuginfod(List.of(url), Files.createDirectories(folder.resolve("cache")));
    }

    private String name(Symbolizer symbolizer) {
        Frame frame = symbolizer
                .symbolize(Source.elfFile(stripped), marker + 4)
                .getFirst()
                .frames()
                .getFirst();
        return frame.symbol().isEmpty() ? "" : frame.symbol() + ":" + frame.line();
    }
}
