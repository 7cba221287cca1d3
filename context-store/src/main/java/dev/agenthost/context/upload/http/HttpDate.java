package dev.agenthost.context.upload.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A moment as HTTP writes it (RFC 9110 §5.6.7). */
final class HttpDate {
    private HttpDate() {}

    static String of(Instant moment) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(moment.atOffset(ZoneOffset.UTC));
    }
}
