package dev.plumb.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads `10s`, `500ms`, `2m`, `1h`; a plain number is seconds.
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,3}))?(ms|s|m|h)?");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw wrong(text);
        }
        String unit = matcher.group(3) == null ? "s" : matcher.group(3);
        long unitMillis = switch (unit) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1000;
        };
        double number =
                Double.parseDouble(matcher.group(1) + "." + (matcher.group(2) == null ? "0" : matcher.group(2)));
        Duration duration = Duration.ofMillis(Math.round(number * unitMillis));
        if (duration.isZero()) {
            throw wrong(text);
        }
        return duration;
    }

    private static TypeConversionException wrong(String text) {
        return new TypeConversionException("'" + text + "' is no length of time: write 10s, 500ms, 2m or 1h");
    }

    /// The shortest way to write a duration.
    static String shown(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : String.format("%.1f s", millis / 1000.0);
    }
}
