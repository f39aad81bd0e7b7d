package dev.plumb.symbols;

import dev.plumb.elf.BuildId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Asks debuginfod servers for debug files, in the background: whoever asks gets an answer at once, and the file when
/// they ask again after it has come.
///
/// Files are kept in the folder, and in the layout, of the elfutils client. So are failures, as empty files, which
/// are believed for a day. Thread-safe.
final class Debuginfod {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
    private static final Duration FAILURE_KEPT = Duration.ofDays(1);
    private static final long MAX_BYTES = 4L << 30;

    private final List<String> urls;
    private final Path cache;
    private final Map<BuildId, CompletableFuture<Boolean>> asked = new HashMap<>();
    private @Nullable HttpClient client;

    Debuginfod(List<String> urls, Path cache) {
        this.urls = List.copyOf(urls);
        this.cache = cache;
    }

    /// The debug file of a build-id if it is there; else null, and a request is on its way if that may help.
    synchronized @Nullable Path find(BuildId buildId) {
        if (urls.isEmpty()) {
            return null;
        }
        Path file = file(buildId);
        try {
            if (Files.size(file) > 0) {
                return file;
            }
            if (Files.getLastModifiedTime(file)
                    .toInstant()
                    .isAfter(Instant.now().minus(FAILURE_KEPT))) {
                return null;
            }
        } catch (IOException e) {
            // Not asked yet.
        }
        asked.computeIfAbsent(buildId, id -> {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            Thread.ofVirtual().name("debuginfod " + id).start(() -> answer.complete(download(id)));
            return answer;
        });
        return null;
    }

    /// Whether a file has come since it was asked for.
    synchronized boolean arrived(BuildId buildId) {
        CompletableFuture<Boolean> answer = asked.get(buildId);
        return answer != null && answer.getNow(false);
    }

    /// Waits until all requests are answered, or the time is up; returns whether any file has come.
    boolean await(Duration limit) throws InterruptedException {
        List<CompletableFuture<Boolean>> open;
        synchronized (this) {
            open = List.copyOf(asked.values());
        }
        long end = System.nanoTime() + limit.toNanos();
        boolean came = false;
        for (CompletableFuture<Boolean> answer : open) {
            try {
                came |= answer.get(Math.max(end - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // A server that fails or is slow is the same as one that has nothing.
            }
        }
        return came;
    }

    private Path file(BuildId buildId) {
        return cache.resolve(buildId.hex()).resolve("debuginfo");
    }

    private boolean download(BuildId buildId) {
        Path file = file(buildId);
        try {
            Files.createDirectories(file.getParent());
            for (String url : urls) {
                if (download(url, buildId, file)) {
                    return true;
                }
            }
            Files.write(file, new byte[0]);
        } catch (IOException | RuntimeException e) {
            return false; // No room or no rights for the cache.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private boolean download(String url, BuildId buildId, Path file) throws IOException, InterruptedException {
        URI address = URI.create(url.replaceFirst("/+$", "") + "/buildid/" + buildId.hex() + "/debuginfo");
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(ANSWER_LIMIT)
                .header("User-Agent", "plumb")
                .build();
        Path part = Files.createTempFile(file.getParent(), "part", "");
        try {
            HttpResponse<InputStream> response = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body();
                    OutputStream out = Files.newOutputStream(part)) {
                if (response.statusCode() != 200 || !copy(in, out)) {
                    return false;
                }
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            return false; // The next server may do better.
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        long end = System.nanoTime() + ANSWER_LIMIT.toNanos();
        for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
            total += count;
            if (total > MAX_BYTES || System.nanoTime() > end) {
                return false;
            }
        }
        return total > 0;
    }

    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .connectTimeout(CONNECT_LIMIT)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
        }
        return client;
    }
}
