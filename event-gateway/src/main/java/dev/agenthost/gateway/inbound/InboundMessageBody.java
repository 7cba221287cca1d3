package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.event.TriggerSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members of a body in either form: the envelope has {@code input}, the short form {@code text} and
 * {@code attachments}. Other top-level members, such as a platform's private data, are dropped.
 */
record InboundMessageBody(
        @Nullable String eventId,
        @Nullable String eventType,
        @Nullable Long eventTime,
        @Nullable TriggerSource source,
        @Nullable String sourceEventType,
        @Nullable String workspaceId,
        @Nullable String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String launcherType,
        @Nullable String launcherId,
        @Nullable ActorContext actor,
        @Nullable SubjectContext subject,
        @Nullable AgentInput input,
        @Nullable DeliveryContext delivery,
        @Nullable RawEventRef rawRef,
        @Nullable ObjectNode data,
        @Nullable AdapterContext adapter,
        @Nullable String text,
        @Nullable List<ArtifactRef> attachments,
        @Nullable JsonNode raw) {
    InboundMessageBody {
        raw = Fields.nullable(raw);
    }
}
