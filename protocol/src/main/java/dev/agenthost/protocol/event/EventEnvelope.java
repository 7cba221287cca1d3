package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event in {@code agent.events} (spec 002 §4.1): its origin, its actor and subject, its input, and the abilities of
 * its surface.
 *
 * @param eventType a stable name, for instance {@code message.received}; the platform's own is {@code sourceEventType}
 * @param eventTime epoch seconds of the event itself
 * @param conversationId together with workspace and bot the conversation; null for an event outside any
 * @param data small facts about the event; large payloads are stored elsewhere and named by {@code rawRef}
 * @param parent the run that led to the event; null for an event from outside
 * @param fingerprint {@link Fingerprint}; empty while the envelope is being built
 * @param receivedAt time of acceptance
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
        @Nullable ParentRun parent,
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

    /** An event from outside. */
    public EventEnvelope(
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
        this(
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
                rawRef,
                data,
                adapter,
                null,
                fingerprint,
                receivedAt);
    }

    /** Returns the key within which events stay in order. */
    public ConversationKey conversationKey() {
        return ConversationKey.of(workspaceId, botId, conversationId, threadId, eventId);
    }

    /** Returns the same envelope with its fingerprint. */
    public EventEnvelope fingerprinted() {
        return with(rawRef, Fingerprint.of(this));
    }

    /**
     * Returns the same event with a reference to the stored payload. The fingerprint stays, because the caller did not
     * send the reference.
     */
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
                parent,
                print,
                receivedAt);
    }
}
