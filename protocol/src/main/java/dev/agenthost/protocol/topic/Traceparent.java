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

    /** A made one is the same for a repetition of the same event: its trace id is the event's id. */
    public static String of(@Nullable String given, EventId eventId, RunId runId) {
        if (given != null && VALID.matcher(given).matches()) {
            return given;
        }
        String span = runId.toString().replace("-", "").substring(0, 16);
        return "00-" + eventId.toString().replace("-", "") + "-" + (span.matches("0+") ? "0000000000000001" : span)
                + "-01";
    }
}
