package dev.agenthost.protocol.context;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.RawEventRef;
import org.jspecify.annotations.Nullable;

/**
 * The event, as a runner sees it (spec 000 §5.4).
 *
 * @param eventTime epoch seconds
 */
public record AgentEventContext(
        String eventId,
        String eventType,
        @Nullable Long eventTime,
        String source,
        @Nullable String sourceEventType,
        @Nullable RawEventRef rawRef,
        ObjectNode data) {
    public AgentEventContext {
        Fields.text(eventId, "event_id");
        Fields.text(eventType, "event_type");
        Fields.text(source, "source");
        data = Fields.object(data);
    }
}
