package dev.agenthost.gateway.inbound;

import dev.agenthost.gateway.inbound.NormalizationResult.Refused;
import dev.agenthost.protocol.event.AgentInput;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.event.EventTypes;
import dev.agenthost.protocol.event.TriggerSource;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.ContentElement;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules that a readable body must keep, in the order in which a breach is reported. */
final class BodyValidator {

    private BodyValidator() {}

    /** Returns the first breach, if any. */
    static Optional<Refused> firstBreach(InboundMessageBody body, EventOrigin origin, Instant now) {
        return Stream.<Rule>of(
                        BodyValidator::ids,
                        BodyValidator::botIsNamed,
                        BodyValidator::entranceMaySpeak,
                        BodyValidator::source,
                        BodyValidator::eventType,
                        BodyValidator::form,
                        BodyValidator::time,
                        BodyValidator::texts,
                        BodyValidator::parts,
                        BodyValidator::replyTarget,
                        BodyValidator::raw,
                        BodyValidator::sizes)
                .map(rule -> rule.breach(body, origin, now))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private interface Rule {
        @Nullable
        Refused breach(InboundMessageBody body, EventOrigin origin, Instant now);
    }

    private static @Nullable Refused ids(InboundMessageBody body, EventOrigin origin, Instant now) {
        Map<String, @Nullable String> ids = new LinkedHashMap<>();
        ids.put("bot_id", body.botId());
        ids.put("event_id", body.eventId());
        ids.put("event_type", body.eventType());
        ids.put("workspace_id", body.workspaceId());
        ids.put("conversation_id", body.conversationId());
        ids.put("thread_id", body.threadId());
        ids.put("source_event_type", body.sourceEventType());
        ids.put("launcher_type", body.launcherType());
        ids.put("launcher_id", body.launcherId());
        if (body.actor() != null) {
            ids.put("actor.actor_type", body.actor().actorType());
            ids.put("actor.actor_id", body.actor().actorId());
            ids.put("actor.actor_name", body.actor().actorName());
        }
        if (body.subject() != null) {
            ids.put("subject.subject_type", body.subject().subjectType());
            ids.put("subject.subject_id", body.subject().subjectId());
        }
        if (body.delivery() != null) {
            ids.put("delivery.surface", body.delivery().surface());
        }
        for (Map.Entry<String, @Nullable String> id : ids.entrySet()) {
            Optional<String> why = TextValidator.wrongId(id.getValue());
            if (why.isPresent()) {
                return Refused.invalid(id.getKey(), why.get());
            }
        }
        return null;
    }

    /** Spec 000 §5.7: the target is an object or absent. */
    private static @Nullable Refused replyTarget(InboundMessageBody body, EventOrigin origin, Instant now) {
        return body.delivery() != null
                        && body.delivery().replyTarget() != null
                        && !body.delivery().replyTarget().isObject()
                ? Refused.invalid("delivery.reply_target", "must be an object")
                : null;
    }

    private static @Nullable Refused botIsNamed(InboundMessageBody body, EventOrigin origin, Instant now) {
        return body.botId() == null ? Refused.invalid("bot_id", "is missing") : null;
    }

    private static @Nullable Refused entranceMaySpeak(InboundMessageBody body, EventOrigin origin, Instant now) {
        if (body.workspaceId() != null && !body.workspaceId().equals(origin.workspaceId())) {
            return new Refused(
                    DeadLetterReason.FOREIGN, "workspace_id", "must be one that " + origin.name() + " serves");
        }
        if (body.botId() != null && !origin.maySpeakFor(body.botId())) {
            return new Refused(DeadLetterReason.FOREIGN, "bot_id", "must be one that " + origin.name() + " serves");
        }
        if (body.delivery() != null && origin.others().contains(body.delivery().surface())) {
            return Refused.invalid(
                    "delivery.surface",
                    "must not be another adapter or a platform of the host: only events from there may request answers there");
        }
        return null;
    }

    private static @Nullable Refused source(InboundMessageBody body, EventOrigin origin, Instant now) {
        return body.source() == null || origin.sources().contains(body.source())
                ? null
                : Refused.invalid(
                        "source",
                        "is not permitted for this key or adapter; permitted are "
                                + origin.sources().stream()
                                        .map(TriggerSource::wire)
                                        .sorted()
                                        .collect(Collectors.joining(" and ")));
    }

    private static @Nullable Refused eventType(InboundMessageBody body, EventOrigin origin, Instant now) {
        String type = body.eventType() == null ? EventTypes.MESSAGE_RECEIVED : body.eventType();
        if (EventTypes.isOpen(type)) {
            return type.equals(EventTypes.PLATFORM_SPECIFIC) && body.sourceEventType() == null
                    ? Refused.invalid(
                            "source_event_type",
                            "is missing: " + type + " requires the platform's own name of the event")
                    : null;
        }
        return Refused.invalid(
                "event_type",
                EventTypes.isHostOnly(type)
                        ? "is reserved for the host"
                        : "must be a stable event type, such as message.received; the platform's own name belongs into"
                                + " source_event_type, with event_type platform.specific");
    }

    private static @Nullable Refused form(InboundMessageBody body, EventOrigin origin, Instant now) {
        boolean isShort = body.text() != null || body.attachments() != null;
        if (isShort && body.input() != null) {
            return Refused.invalid(
                    "input", "must not be combined with text and attachments: use one form or the other");
        }
        if (isShort && body.eventType() != null && !body.eventType().equals(EventTypes.MESSAGE_RECEIVED)) {
            return Refused.invalid(
                    "text",
                    "is permitted for message.received only; an event of another type carries its content in input or data");
        }
        if (body.eventType() == null && body.input() != null) {
            return Refused.invalid("event_type", "is missing");
        }
        boolean saysNothing = body.input() == null
                && (body.text() == null || body.text().isEmpty())
                && (body.attachments() == null || body.attachments().isEmpty());
        boolean isMessage = body.eventType() == null || body.eventType().equals(EventTypes.MESSAGE_RECEIVED);
        return isMessage && saysNothing ? Refused.invalid("text", "is missing or empty") : null;
    }

    private static @Nullable Refused time(InboundMessageBody body, EventOrigin origin, Instant now) {
        if (body.eventTime() == null) {
            return null;
        }
        if (body.eventTime() < now.minus(EventLimits.OLDEST).getEpochSecond()) {
            return new Refused(
                    DeadLetterReason.TOO_OLD, "event_time", "is older than " + EventLimits.OLDEST.toDays() + " days");
        }
        return body.eventTime() > now.plus(EventLimits.AHEAD).getEpochSecond()
                ? Refused.invalid("event_time", "is in the future; the unit is seconds, not milliseconds")
                : null;
    }

    private static @Nullable Refused texts(InboundMessageBody body, EventOrigin origin, Instant now) {
        if (isTooLong(body.text())) {
            return tooLong("text");
        }
        AgentInput input = body.input();
        if (input == null) {
            return null;
        }
        if (isTooLong(input.text())) {
            return tooLong("input.text");
        }
        for (int i = 0; i < input.contents().size(); i++) {
            if (isTooLong(input.contents().get(i).text())) {
                return tooLong("input.contents[" + i + "].text");
            }
        }
        return null;
    }

    private static @Nullable Refused parts(InboundMessageBody body, EventOrigin origin, Instant now) {
        Refused attached = body.attachments() == null ? null : attachments(body.attachments(), "attachments");
        AgentInput input = body.input();
        if (attached != null || input == null) {
            return attached;
        }
        if (input.contents().size() > EventLimits.PARTS) {
            return Refused.invalid("input.contents", "contains more than " + EventLimits.PARTS + " elements");
        }
        for (int i = 0; i < input.contents().size(); i++) {
            ContentElement element = input.contents().get(i);
            String inline = element.imageBase64() != null
                    ? "image_base64"
                    : element.fileBase64() != null ? "file_base64" : null;
            if (inline != null) {
                return inlineBytes("input.contents[" + i + "]." + inline);
            }
        }
        return attachments(input.attachments(), "input.attachments");
    }

    private static @Nullable Refused attachments(List<ArtifactRef> attachments, String field) {
        if (attachments.size() > EventLimits.PARTS) {
            return Refused.invalid(field, "contains more than " + EventLimits.PARTS + " attachments");
        }
        for (int i = 0; i < attachments.size(); i++) {
            if (attachments.get(i).content() != null) {
                return inlineBytes(field + "[" + i + "].content");
            }
            Optional<String> why = TextValidator.wrongId(attachments.get(i).artifactId());
            if (why.isPresent()) {
                return Refused.invalid(field + "[" + i + "].artifact_id", why.get());
            }
        }
        return null;
    }

    private static @Nullable Refused raw(InboundMessageBody body, EventOrigin origin, Instant now) {
        if (body.raw() == null) {
            return null;
        }
        if (body.rawRef() != null) {
            return Refused.invalid("raw", "must not be combined with raw_ref: send the payload or its reference");
        }
        return body.raw().isContainerNode() ? null : Refused.invalid("raw", "must be an object or an array");
    }

    private static @Nullable Refused sizes(InboundMessageBody body, EventOrigin origin, Instant now) {
        Map<String, @Nullable Object> objects = new LinkedHashMap<>();
        objects.put("data", body.data());
        objects.put("adapter", body.adapter());
        objects.put("actor", body.actor());
        objects.put("subject", body.subject());
        objects.put("delivery", body.delivery());
        objects.put("raw_ref", body.rawRef());
        for (Map.Entry<String, @Nullable Object> object : objects.entrySet()) {
            Object value = object.getValue();
            if (value != null && ProtocolCodec.encode(value).length > EventLimits.OBJECT_BYTES) {
                return Refused.invalid(object.getKey(), "is larger than " + EventLimits.OBJECT_BYTES + " bytes");
            }
        }
        return null;
    }

    private static boolean isTooLong(@Nullable String text) {
        return text != null && text.length() > EventLimits.TEXT_CHARS;
    }

    private static Refused tooLong(String field) {
        return Refused.invalid(field, "is longer than " + EventLimits.TEXT_CHARS + " characters");
    }

    private static Refused inlineBytes(String field) {
        return Refused.invalid(field, "must not contain bytes; upload them and send a reference to the artifact");
    }
}
