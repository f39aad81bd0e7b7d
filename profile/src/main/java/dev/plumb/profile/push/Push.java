package dev.plumb.profile.push;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Sends a profile to a continuous-profiling system. Redirects are not followed: the token stays with the address
/// given.
public final class Push {
    private static final Set<Integer> WORTH_RETRYING = Set.of(408, 429, 500, 502, 503, 504);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int SHOWN_CHARACTERS = 200;

    private Push() {}

    /// What was sent.
    ///
    /// @param bytes how large the body was
    /// @param attempts how many it took
    /// @param warning what the receiver said although it took the profile, or null
    public record Receipt(int bytes, int attempts, @Nullable String warning) {}

    /// A failure that no further attempt can mend.
    private static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    /// Sends a profile, trying again after failures that may pass.
    ///
    /// @throws IOException if no attempt succeeded; it says what the receiver answered
    public static Receipt send(Profile profile, PushTarget target, PushOptions options) throws IOException {
        PushBody body = PushBody.of(profile, target);
        HttpRequest request = request(body, options);
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(options.connectTimeout())
                .version(HttpClient.Version.HTTP_1_1)
                .build()) {
            String failure = "no attempt was made";
            for (int attempt = 1; attempt <= options.attempts(); attempt++) {
                Duration pause = pause(options, attempt);
                try {
                    HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                    if (answer.statusCode() / 100 == 2) {
                        return new Receipt(body.size(), attempt, PushAnswer.warning(target, answer));
                    }
                    failure = PushAnswer.reason(answer, SHOWN_CHARACTERS);
                    if (!WORTH_RETRYING.contains(answer.statusCode())) {
                        throw new RefusedException("push to " + target.shown() + ": " + failure);
                    }
                    pause = PushAnswer.retryAfter(answer).orElse(pause);
                } catch (RefusedException e) {
                    throw e;
                } catch (IOException e) {
                    failure = PushAnswer.reason(e);
                }
                if (attempt < options.attempts()) {
                    sleep(pause, target);
                }
            }
            throw new IOException(
                    "push to " + target.shown() + ": " + failure + " (after " + options.attempts() + " attempts)");
        } catch (InterruptedException e) {
            throw interrupted(target, e);
        }
    }

    private static HttpRequest request(PushBody body, PushOptions options) {
        HttpRequest.Builder request = HttpRequest.newBuilder(body.uri())
                .timeout(options.requestTimeout())
                .header("Content-Type", body.contentType())
                .header("User-Agent", "plumb")
                .POST(body.publisher());
        if (!body.encoding().isEmpty()) {
            request.header("Content-Encoding", body.encoding());
        }
        if (options.token() != null) {
            request.header("Authorization", "Bearer " + options.token());
        }
        return request.build();
    }

    /// Doubles with each attempt, up to a bound, and varies by a quarter so that many senders do not come at once.
    private static Duration pause(PushOptions options, int attempt) {
        long millis = options.firstPause().toMillis() << Math.min(attempt - 1, 16);
        long bounded = Math.min(millis, LONGEST_PAUSE.toMillis());
        return Duration.ofMillis(bounded + ThreadLocalRandom.current().nextLong(bounded / 4 + 1));
    }

    private static void sleep(Duration pause, PushTarget target) throws IOException {
        try {
            Thread.sleep(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
        } catch (InterruptedException e) {
            throw interrupted(target, e);
        }
    }

    private static IOException interrupted(PushTarget target, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("push to " + target.shown() + ": interrupted", e);
    }
}
