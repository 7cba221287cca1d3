package dev.agenthost.binding.resolution;

import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.RecordPosition;
import java.time.Instant;

/** An event with the id of another event. It gets no run; the resolution of the id lists it. */
public record EventConflict(
        String workspaceId, EventId eventId, String fingerprint, RecordPosition eventPosition, Instant seenAt) {
    static EventConflict of(ResolutionRow row, Instant seenAt) {
        return new EventConflict(
                row.key().workspaceId(),
                row.key().eventId(),
                row.fingerprint(),
                row.resolution().eventPosition(),
                seenAt);
    }
}
