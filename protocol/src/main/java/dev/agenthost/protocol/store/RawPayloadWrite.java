package dev.agenthost.protocol.store;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventId;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A scrubbed platform payload to store under its event's id. A repetition leaves the stored payload unchanged.
 *
 * @param actorId the actor, whose erasure includes the payload
 * @param receivedAt time of acceptance; a payload erased since then is not stored again
 * @param contentBase64 its JSON
 */
public record RawPayloadWrite(
        String workspaceId,
        EventId eventId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String actorId,
        Instant receivedAt,
        String contentBase64) {
    public RawPayloadWrite {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(eventId, "event_id");
        Fields.text(botId, "bot_id");
        Fields.required(receivedAt, "received_at");
        Fields.text(contentBase64, "content_base64");
    }

    /** @param payload its JSON */
    public static RawPayloadWrite of(EventEnvelope event, byte[] payload) {
        ActorContext actor = event.actor();
        return new RawPayloadWrite(
                event.workspaceId(),
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                actor == null ? null : actor.actorId(),
                event.receivedAt(),
                Base64.getEncoder().encodeToString(payload));
    }
}
