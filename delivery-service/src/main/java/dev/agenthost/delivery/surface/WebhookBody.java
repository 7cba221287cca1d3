package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON body that a webhook receives. */
public record WebhookBody(
        UUID runId,
        @Nullable UUID eventId,
        String workspaceId,
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        int part,
        String kind,
        String text,
        @Nullable Message message) {

    /** Returns the exact bytes of a part. */
    public static byte[] of(SendKey key, DeliveryState state, Part part) {
        return ProtocolCodec.encode(new WebhookBody(
                key.runId().value(),
                state.eventId(),
                key.workspaceId(),
                state.botId(),
                state.conversationId(),
                state.threadId(),
                part.number(),
                part.kind().wire(),
                part.text(),
                part.message()));
    }
}
