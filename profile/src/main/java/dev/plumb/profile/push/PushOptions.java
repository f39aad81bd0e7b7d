package dev.plumb.profile.push;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How hard to try.
///
/// @param connectTimeout how long a connection may take
/// @param requestTimeout how long an answer may take
/// @param attempts how often to try in all
/// @param firstPause how long to wait before the second attempt; doubled before each one after
/// @param token the bearer token, if the receiver wants one
public record PushOptions(
        Duration connectTimeout,
        Duration requestTimeout,
        int attempts,
        Duration firstPause,
        @Nullable String token) {
    /// The environment variable that holds the bearer token.
    public static final String TOKEN_VARIABLE = "PLUMB_PUSH_TOKEN";

    /// Four attempts within about ten seconds, and the token of the environment.
    public static PushOptions of(Map<String, String> environment) {
        @Nullable String token = environment.get(TOKEN_VARIABLE);
        return new PushOptions(
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                4,
                Duration.ofMillis(500),
                token == null || token.isBlank() ? null : token.strip());
    }
}
