package dev.agenthost.gateway.inbound;

import dev.agenthost.protocol.topic.RecordPosition;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A record of an adapter, as bytes and headers.
 *
 * @param position topic, partition and offset
 * @param headers texts by lower-case name; one for each name
 * @param value null for a tombstone
 */
public record InboundRecord(RecordPosition position, Map<String, String> headers, byte @Nullable [] value) {

    public InboundRecord {
        headers = headers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT),
                        Map.Entry::getValue,
                        (first, later) -> later));
    }

    @Nullable
    String header(String name) {
        return headers.get(name);
    }
}
