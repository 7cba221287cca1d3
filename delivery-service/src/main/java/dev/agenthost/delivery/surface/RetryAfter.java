package dev.agenthost.delivery.surface;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The {@code Retry-After} header: seconds or a date (RFC 9110 §10.2.3). */
public final class RetryAfter {

    private RetryAfter() {}

    /** Returns the delay from now; null without a readable header. */
    public static @Nullable Duration read(@Nullable String header, Instant now) {
        if (header == null || header.isBlank()) {
            return null;
        }
        String text = header.strip();
        if (text.matches("\\d{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            Instant at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
