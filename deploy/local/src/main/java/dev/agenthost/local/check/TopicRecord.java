package dev.agenthost.local.check;

import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic.
 *
 * @param headers by name, as text; of several with one name, the last
 * @param at time of the record
 */
public record TopicRecord(
        RecordPosition position,
        @Nullable String key,
        Map<String, String> headers,
        byte @Nullable [] value,
        Instant at) {
    public TopicRecord {
        headers = Map.copyOf(headers);
    }
}
