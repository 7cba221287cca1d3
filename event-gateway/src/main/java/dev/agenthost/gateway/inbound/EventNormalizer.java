package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.AdapterContext;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.SubjectContext;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.ContentElement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the envelope. All fields except {@code received_at} derive from the message and its origin. A repetition therefore
 * has the same ids and fingerprint on every replica.
 */
public final class EventNormalizer {

    private EventNormalizer() {}

    /**
     * @param message a body in either form
     * @param origin the entrance; its workspace is the envelope's
     * @param standInId the external id if neither body nor wrapping has one; must be equal for each repetition of the record
     * @param now the value of {@code received_at} and the reference for {@code event_time}
     */
    public static NormalizationResult normalise(
            InboundMessage message, EventOrigin origin, String standInId, Instant now) {
        if (!(message.body() instanceof ObjectNode body)) {
            return NormalizationResult.Refused.invalid(UndecodableException.ROOT, "must be a JSON object");
        }
        Optional<NormalizationResult.Refused> unstorable = TextValidator.firstUnstorable(body, "");
        if (unstorable.isPresent()) {
            return unstorable.get();
        }
        InboundMessageBody event;
        try {
            event = ProtocolCodec.decode(BodyDefaults.of(body, message, origin), InboundMessageBody.class);
        } catch (UndecodableException fault) {
            return NormalizationResult.Refused.undecodable(fault);
        }
        Optional<NormalizationResult.Refused> breach = BodyValidator.firstBreach(event, origin, now);
        return breach.isPresent()
                ? breach.get()
                : new NormalizationResult.Accepted(
                        envelope(event, message, origin, standInId, now), RawPayload.of(event.raw()));
    }

    private static EventEnvelope envelope(
            InboundMessageBody message, InboundMessage wrapped, EventOrigin origin, String standInId, Instant now) {
        String botId = Fields.required(message.botId(), "bot_id");
        TriggerSource source = message.source() == null ? origin.source() : message.source();
        String externalId = message.eventId() == null ? standInId : message.eventId();
        EventId eventId = EventIds.of(origin.workspaceId(), origin.name(), botId, externalId);
        String eventType = message.eventType() == null ? EventTypes.MESSAGE_RECEIVED : message.eventType();
        return new EventEnvelope(
                        eventId,
                        eventType,
                        message.eventTime(),
                        source,
                        message.sourceEventType(),
                        origin.workspaceId(),
                        botId,
                        message.conversationId(),
                        message.threadId(),
                        message.launcherType(),
                        message.launcherId(),
                        actor(message.actor()),
                        subject(
                                message.subject(),
                                eventType,
                                wrapped.subjectId() == null ? externalId : wrapped.subjectId()),
                        input(message),
                        delivery(message.delivery(), origin, source),
                        message.rawRef(),
                        Scrubber.withoutSecrets(Fields.object(message.data())),
                        new AdapterContext(Scrubber.extra(Fields.or(message.adapter(), AdapterContext.empty())
                                .extra())),
                        "",
                        now)
                .fingerprinted();
    }

    private static @Nullable ActorContext actor(@Nullable ActorContext actor) {
        if (actor == null) {
            return null;
        }
        return new ActorContext(
                actor.actorType(), actor.actorId(), actor.actorName(), Scrubber.withoutSecrets(actor.metadata()));
    }

    /** Returns the sender's subject; by default the message (spec 000 §5.5) or request itself, else null. */
    private static @Nullable SubjectContext subject(@Nullable SubjectContext subject, String eventType, String id) {
        if (subject != null) {
            return new SubjectContext(
                    subject.subjectType(), subject.subjectId(), Scrubber.withoutSecrets(subject.data()));
        }
        return switch (eventType) {
            case EventTypes.MESSAGE_RECEIVED -> new SubjectContext("message", id, Fields.object(null));
            case EventTypes.API_INVOKED -> new SubjectContext("request", id, Fields.object(null));
            default -> null;
        };
    }

    /** Fills text from contents and contents from text. An event without both stays without them. */
    private static AgentInput input(InboundMessageBody message) {
        AgentInput input = message.input();
        if (input == null) {
            String text = message.text() == null || message.text().isEmpty() ? null : message.text();
            return new AgentInput(text, contents(text), asSent(Fields.list(message.attachments(), "attachments")));
        }
        String text = input.text() == null ? textOf(input.contents()) : input.text();
        return new AgentInput(
                text, input.contents().isEmpty() ? contents(text) : input.contents(), asSent(input.attachments()));
    }

    private static List<ArtifactRef> asSent(List<ArtifactRef> attachments) {
        return attachments.stream().map(ArtifactRef::asSent).toList();
    }

    private static List<ContentElement> contents(@Nullable String text) {
        return text == null || text.isEmpty() ? List.of() : List.of(ContentElement.text(text));
    }

    private static @Nullable String textOf(List<ContentElement> contents) {
        String text = contents.stream()
                .map(ContentElement::text)
                .filter(t -> t != null)
                .collect(Collectors.joining());
        return text.isEmpty() ? null : text;
    }

    private static DeliveryContext delivery(
            @Nullable DeliveryContext delivery, EventOrigin origin, TriggerSource source) {
        if (delivery == null) {
            return new DeliveryContext(
                    origin.surfaceOf(source), null, origin.streams(), false, false, null, Fields.object(null));
        }
        return new DeliveryContext(
                delivery.surface(),
                delivery.replyTarget() == null ? null : Scrubber.withoutSecrets(delivery.replyTarget()),
                delivery.supportsStreaming(),
                delivery.supportsEdit(),
                delivery.supportsReaction(),
                delivery.maxMessageSize(),
                Scrubber.withoutSecrets(delivery.platformCapabilities()));
    }
}
