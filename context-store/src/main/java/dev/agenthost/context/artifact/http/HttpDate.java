package dev.agenthost.context.artifact.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times as HTTP dates (RFC 9110 §5.6.7). */
final class HttpDate {
    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);

    private HttpDate() {}

    static String of(Instant moment) {
        return FIXED.format(moment.atOffset(ZoneOffset.UTC));
    }
}
