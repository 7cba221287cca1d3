package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** W3C trace context: handed on if it is valid, made if it is not. */
public final class Traceparent {

    private static final Pattern VALID =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private Traceparent() {}

    /** The given one where it is valid, else null. */
    public static @Nullable String valid(@Nullable String given) {
        return given != null && VALID.matcher(given).matches() ? given : null;
    }

    /** The trace's id, 32 hexadecimal digits, where the given one is valid, else null. */
    public static @Nullable String traceId(@Nullable String given) {
        String valid = valid(given);
        return valid == null ? null : valid.split("-")[1];
    }

    /** A made one is the same for a repetition of the same event: its trace id is the event's id. */
    public static String of(@Nullable String given, EventId eventId, RunId runId) {
        String valid = valid(given);
        if (valid != null) {
            return valid;
        }
        String span = runId.toString().replace("-", "").substring(0, 16);
        return "00-" + eventId.toString().replace("-", "") + "-" + (span.matches("0+") ? "0000000000000001" : span)
                + "-01";
    }
}
