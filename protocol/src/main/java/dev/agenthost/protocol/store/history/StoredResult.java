package dev.agenthost.protocol.store.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.StreamPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A result of a run.
 *
 * @param position attempt and sequence
 * @param data without inline bytes
 * @param usage its models' charges by then, as the runner reported them
 */
public record StoredResult(
        StreamPosition position,
        String type,
        ObjectNode data,
        @Nullable JsonNode usage,
        Instant at) {
    public StoredResult {
        Fields.required(position, "position");
        Fields.required(type, "type");
        data = Fields.object(data);
        usage = Fields.nullable(usage);
        Fields.required(at, "at");
    }
}
