package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import java.time.Instant;

/**
 * An event that was erased.
 *
 * @param answers true if what its run did is erased as well
 * @param erasedAt time of the erasure, in microseconds
 */
public record ErasedEvent(String workspaceId, EventId eventId, boolean answers, Instant erasedAt) {
    public ErasedEvent {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(eventId, "event_id");
        Fields.required(erasedAt, "erased_at");
    }
}
