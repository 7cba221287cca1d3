package dev.agenthost.binding.publication;

import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.Topics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record to publish, complete to the byte. The shared array must not be changed. */
public record OutboundRecord(String topic, int partition, String key, byte[] value, Map<String, String> headers) {
    /** This service's name in its records. */
    public static final String SOURCE = "binding-resolver";

    /**
     * Returns an {@code agent.audit} record; records of one key stay in order.
     *
     * @param traceparent of the audited event, if any
     */
    public static OutboundRecord audit(String key, AuditEntry entry, @Nullable String traceparent) {
        return new OutboundRecord(
                Topics.AUDIT,
                ConversationPartitioner.of(key),
                key,
                ProtocolCodec.encode(entry),
                CloudEventHeaders.audit(entry, traceparent));
    }

    /** Returns the audit record of a change; without a conversation, its key is the workspace. */
    public static OutboundRecord ofChange(AuditEntry entry) {
        return audit(ConversationKey.ofWorkspace(entry.workspaceId()).value(), entry, null);
    }
}
