package dev.agenthost.delivery.takeover;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.delivery.ConversationTakeover;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A record of a change, complete to the byte. The shared array must not be changed. */
public record ChangeRecord(String topic, int partition, String key, byte[] value, Map<String, String> headers) {
    private static final String SERVICE = "delivery-service";
    private static final int ONLY_PARTITION = 0;

    /**
     * Returns the records of a change of a takeover: its state and the audit entry.
     *
     * @param by id of the API key; null if time has ended it
     */
    public static List<ChangeRecord> of(Takeover takeover, String action, @Nullable String by, Instant at) {
        return List.of(
                state(takeover, at), audit(takeover.conversation(), action, by, "until " + takeover.until(), at));
    }

    /** Returns the audit entry of a message. */
    public static ChangeRecord of(ConversationAddress conversation, OperatorMessage message, String by, Instant at) {
        return audit(conversation, "takeover.message", by, "message " + message.messageId(), at);
    }

    private static String resource(ConversationAddress conversation) {
        String thread = conversation.threadId() == null ? "" : "/" + conversation.threadId();
        return "conversation/" + conversation.botId() + "/" + conversation.conversationId() + thread;
    }

    private static ChangeRecord state(Takeover takeover, Instant at) {
        ConversationTakeover state = takeover.published();
        return new ChangeRecord(
                Topics.TAKEOVERS,
                ONLY_PARTITION,
                state.recordKey(),
                ProtocolCodec.encode(state),
                CloudEventHeaders.of(
                        CloudEventHeaders.TAKEOVER_TYPE,
                        UUID.randomUUID().toString(),
                        SERVICE,
                        at,
                        state.workspaceId(),
                        null));
    }

    private static ChangeRecord audit(
            ConversationAddress conversation, String action, @Nullable String by, String detail, Instant at) {
        AuditEntry entry = AuditEntry.allowed(
                UUID.randomUUID().toString(),
                at,
                SERVICE,
                conversation.workspaceId(),
                by,
                action,
                resource(conversation),
                null,
                detail);
        return new ChangeRecord(
                Topics.AUDIT,
                conversation.key().partition(),
                conversation.key().value(),
                ProtocolCodec.encode(entry),
                CloudEventHeaders.audit(entry, null));
    }
}
