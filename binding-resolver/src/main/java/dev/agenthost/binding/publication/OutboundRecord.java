package dev.agenthost.binding.publication;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record as it goes out, complete to the byte. The array is handed on, never changed. */
public record OutboundRecord(String topic, int partition, String key, byte[] value, Map<String, String> headers) {
    /** This service, as its records name it. */
    public static final String SOURCE = "binding-resolver";

    /**
     * The record of {@code agent.audit}; it keeps its order with others of that key.
     *
     * @param traceparent of the event that it is about, if it is about one
     */
    public static OutboundRecord audit(String key, AuditEntry entry, @Nullable String traceparent) {
        return new OutboundRecord(
                Topics.AUDIT,
                ConversationPartitioner.of(key),
                key,
                ProtocolCodec.encode(entry),
                CloudEventHeaders.audit(entry, traceparent));
    }

    /** The audit record of a change; it belongs to no conversation, so the workspace is its key. */
    public static OutboundRecord ofChange(AuditEntry entry) {
        return audit(ConversationKey.ofWorkspace(entry.workspaceId()).value(), entry, null);
    }
}
