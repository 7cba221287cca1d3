package dev.agenthost.delivery.surface;

import dev.agenthost.delivery.send.SendKey;
import dev.agenthost.protocol.delivery.OutboundKind;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.Objects;

/** The body of an adapter's record. */
public final class OutboundBody {

    private OutboundBody() {}

    /** Returns the exact bytes of a part of a run whose {@code run.started} or {@code run.unanswered} was applied. */
    public static byte[] of(SendKey key, DeliveryState state, Part part) {
        return ProtocolCodec.encode(new OutboundReply(
                key.runId(),
                part.number(),
                switch (part.kind()) {
                    case MESSAGE -> OutboundKind.MESSAGE;
                    case FAILURE -> OutboundKind.FAILURE;
                    case PLACEHOLDER -> OutboundKind.PLACEHOLDER;
                },
                new EventId(Objects.requireNonNull(state.eventId(), "event_id")),
                key.workspaceId(),
                Objects.requireNonNull(state.botId(), "bot_id"),
                state.conversationId(),
                state.threadId(),
                state.context() == null ? null : state.context().replyTarget(),
                part.text(),
                part.message(),
                part.attachments().artifacts(),
                part.attachments().actions()));
    }
}
