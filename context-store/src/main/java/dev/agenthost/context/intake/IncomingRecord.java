package dev.agenthost.context.intake;

import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record as received.
 *
 * @param headers the last value of each
 */
public record IncomingRecord(
        RecordPosition position,
        Instant recordedAt,
        Map<String, String> headers,
        byte @Nullable [] key,
        byte @Nullable [] value) {
    public IncomingRecord {
        headers = Map.copyOf(headers);
    }
}
