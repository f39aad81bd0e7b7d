package dev.plumb.profile.push;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a receiver answers.
final class PushAnswer {
    private PushAnswer() {}

    /// Why it was refused, in words, with the beginning of what the receiver said.
    static String reason(HttpResponse<byte[]> answer, int shownCharacters) {
        String hint = switch (answer.statusCode()) {
            case 401, 403 -> "; set " + PushOptions.TOKEN_VARIABLE + " to a token that may write";
            case 404 -> "; check the path of the address";
            case 413 -> "; profile a shorter time";
            default -> "";
        };
        String said = new String(answer.body(), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        String shown = said.length() > shownCharacters ? said.substring(0, shownCharacters) + "..." : said;
        return "answered " + answer.statusCode() + (shown.isEmpty() ? "" : ": " + shown) + hint;
    }

    static String reason(IOException failure) {
        if (failure instanceof HttpTimeoutException) {
            return "no answer in time";
        }
        if (failure instanceof ConnectException) {
            return "cannot connect; is the receiver running, and the port right?";
        }
        return failure.getMessage() == null ? "the connection broke" : failure.getMessage();
    }

    static Optional<Duration> retryAfter(HttpResponse<byte[]> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,5}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }

    /// What an OTLP receiver says of profiles it dropped although it answered well.
    static @Nullable String warning(PushTarget target, HttpResponse<byte[]> answer) {
        if (target.kind() != PushTarget.Kind.OTLP || answer.body().length == 0) {
            return null;
        }
        String text = new String(answer.body(), StandardCharsets.UTF_8)
                .replaceAll("[\\p{Cntrl}\uFFFD]+", " ")
                .strip();
        return text.isEmpty() ? null : "receiver says: " + text;
    }
}
