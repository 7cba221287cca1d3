package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as it walks ({@code agent.events}; spec 002 §4.1): where it came from, whom it concerns, what was said, and what
 * the surface it came from can do.
 *
 * @param eventType a stable name, for instance {@code message.received}; the platform's own is {@code sourceEventType}
 * @param eventTime epoch seconds, when it happened
 * @param conversationId together with workspace and bot the conversation; null for an event outside any
 * @param data small facts about the event; large payloads are kept elsewhere and named by {@code rawRef}
 * @param fingerprint {@link Fingerprint}; empty while the envelope is being made
 * @param receivedAt when it was accepted
 */
public record EventEnvelope(
        EventId eventId,
        String eventType,
        @Nullable Long eventTime,
        TriggerSource source,
        @Nullable String sourceEventType,
        String workspaceId,
        String botId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String launcherType,
        @Nullable String launcherId,
        @Nullable ActorContext actor,
        @Nullable SubjectContext subject,
        AgentInput input,
        DeliveryContext delivery,
        @Nullable RawEventRef rawRef,
        ObjectNode data,
        AdapterContext adapter,
        String fingerprint,
        Instant receivedAt) {
    public EventEnvelope {
        Fields.required(eventId, "event_id");
        Fields.text(eventType, "event_type");
        Fields.required(source, "source");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(botId, "bot_id");
        input = Fields.or(input, AgentInput.empty());
        Fields.required(delivery, "delivery");
        data = Fields.object(data);
        adapter = Fields.or(adapter, AdapterContext.empty());
        fingerprint = Fields.or(fingerprint, "");
        Fields.required(receivedAt, "received_at");
    }

    /** What order is kept for. */
    public ConversationKey conversationKey() {
        return ConversationKey.of(workspaceId, botId, conversationId, threadId, eventId);
    }

    /** The same envelope with its fingerprint. */
    public EventEnvelope fingerprinted() {
        return with(rawRef, Fingerprint.of(this));
    }

    /** The same event, of which somebody keeps the platform's own payload. That is nothing the caller said: its fingerprint stays. */
    public EventEnvelope keptAt(RawEventRef raw) {
        return with(raw, fingerprint);
    }

    private EventEnvelope with(@Nullable RawEventRef raw, String print) {
        return new EventEnvelope(
                eventId,
                eventType,
                eventTime,
                source,
                sourceEventType,
                workspaceId,
                botId,
                conversationId,
                threadId,
                launcherType,
                launcherId,
                actor,
                subject,
                input,
                delivery,
                raw,
                data,
                adapter,
                print,
                receivedAt);
    }
}
