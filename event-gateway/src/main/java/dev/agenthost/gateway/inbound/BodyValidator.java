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
    static Optional<Refused> firstBreach(InboundMessageBody said, EventOrigin origin, Instant now) {
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
                .map(rule -> rule.breach(said, origin, now))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private interface Rule {
        @Nullable
        Refused breach(InboundMessageBody said, EventOrigin origin, Instant now);
    }

    private static @Nullable Refused ids(InboundMessageBody said, EventOrigin origin, Instant now) {
        Map<String, @Nullable String> ids = new LinkedHashMap<>();
        ids.put("bot_id", said.botId());
        ids.put("event_id", said.eventId());
        ids.put("event_type", said.eventType());
        ids.put("workspace_id", said.workspaceId());
        ids.put("conversation_id", said.conversationId());
        ids.put("thread_id", said.threadId());
        ids.put("source_event_type", said.sourceEventType());
        ids.put("launcher_type", said.launcherType());
        ids.put("launcher_id", said.launcherId());
        if (said.actor() != null) {
            ids.put("actor.actor_type", said.actor().actorType());
            ids.put("actor.actor_id", said.actor().actorId());
            ids.put("actor.actor_name", said.actor().actorName());
        }
        if (said.subject() != null) {
            ids.put("subject.subject_type", said.subject().subjectType());
            ids.put("subject.subject_id", said.subject().subjectId());
        }
        if (said.delivery() != null) {
            ids.put("delivery.surface", said.delivery().surface());
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
    private static @Nullable Refused replyTarget(InboundMessageBody said, EventOrigin origin, Instant now) {
        return said.delivery() != null
                        && said.delivery().replyTarget() != null
                        && !said.delivery().replyTarget().isObject()
                ? Refused.invalid("delivery.reply_target", "must be an object")
                : null;
    }

    private static @Nullable Refused botIsNamed(InboundMessageBody said, EventOrigin origin, Instant now) {
        return said.botId() == null ? Refused.invalid("bot_id", "is missing") : null;
    }

    private static @Nullable Refused entranceMaySpeak(InboundMessageBody said, EventOrigin origin, Instant now) {
        if (said.workspaceId() != null && !said.workspaceId().equals(origin.workspaceId())) {
            return new Refused(
                    DeadLetterReason.FOREIGN, "workspace_id", "must be one that " + origin.name() + " serves");
        }
        if (said.botId() != null && !origin.maySpeakFor(said.botId())) {
            return new Refused(DeadLetterReason.FOREIGN, "bot_id", "must be one that " + origin.name() + " serves");
        }
        if (said.delivery() != null && origin.others().contains(said.delivery().surface())) {
            return Refused.invalid(
                    "delivery.surface",
                    "must not be another adapter: only that adapter may request answers on its topic");
        }
        return null;
    }

    private static @Nullable Refused source(InboundMessageBody said, EventOrigin origin, Instant now) {
        return said.source() == null || origin.sources().contains(said.source())
                ? null
                : Refused.invalid(
                        "source",
                        "is not permitted for this key or adapter; permitted are "
                                + origin.sources().stream()
                                        .map(TriggerSource::wire)
                                        .sorted()
                                        .collect(Collectors.joining(" and ")));
    }

    private static @Nullable Refused eventType(InboundMessageBody said, EventOrigin origin, Instant now) {
        String type = said.eventType() == null ? EventTypes.MESSAGE_RECEIVED : said.eventType();
        if (origin.isHosts() ? EventTypes.isOfHost(type) : EventTypes.isOpen(type)) {
            return type.equals(EventTypes.PLATFORM_SPECIFIC) && said.sourceEventType() == null
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

    private static @Nullable Refused form(InboundMessageBody said, EventOrigin origin, Instant now) {
        boolean isShort = said.text() != null || said.attachments() != null;
        if (isShort && said.input() != null) {
            return Refused.invalid(
                    "input", "must not be combined with text and attachments: use one form or the other");
        }
        if (isShort && said.eventType() != null && !said.eventType().equals(EventTypes.MESSAGE_RECEIVED)) {
            return Refused.invalid(
                    "text",
                    "is permitted for message.received only; an event of another type carries its content in input or data");
        }
        if (said.eventType() == null && said.input() != null) {
            return Refused.invalid("event_type", "is missing");
        }
        boolean saysNothing = said.input() == null
                && (said.text() == null || said.text().isEmpty())
                && (said.attachments() == null || said.attachments().isEmpty());
        boolean isMessage = said.eventType() == null || said.eventType().equals(EventTypes.MESSAGE_RECEIVED);
        return isMessage && saysNothing ? Refused.invalid("text", "is missing or empty") : null;
    }

    private static @Nullable Refused time(InboundMessageBody said, EventOrigin origin, Instant now) {
        if (said.eventTime() == null) {
            return null;
        }
        if (said.eventTime() < now.minus(EventLimits.OLDEST).getEpochSecond()) {
            return new Refused(
                    DeadLetterReason.TOO_OLD, "event_time", "is older than " + EventLimits.OLDEST.toDays() + " days");
        }
        return said.eventTime() > now.plus(EventLimits.AHEAD).getEpochSecond()
                ? Refused.invalid("event_time", "is in the future; the unit is seconds, not milliseconds")
                : null;
    }

    private static @Nullable Refused texts(InboundMessageBody said, EventOrigin origin, Instant now) {
        if (isTooLong(said.text())) {
            return tooLong("text");
        }
        AgentInput input = said.input();
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

    private static @Nullable Refused parts(InboundMessageBody said, EventOrigin origin, Instant now) {
        Refused attached = said.attachments() == null ? null : attachments(said.attachments(), "attachments");
        AgentInput input = said.input();
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

    private static @Nullable Refused raw(InboundMessageBody said, EventOrigin origin, Instant now) {
        if (said.raw() == null) {
            return null;
        }
        if (said.rawRef() != null) {
            return Refused.invalid("raw", "must not be combined with raw_ref: send the payload or its reference");
        }
        return said.raw().isContainerNode() ? null : Refused.invalid("raw", "must be an object or an array");
    }

    private static @Nullable Refused sizes(InboundMessageBody said, EventOrigin origin, Instant now) {
        Map<String, @Nullable Object> objects = new LinkedHashMap<>();
        objects.put("data", said.data());
        objects.put("adapter", said.adapter());
        objects.put("actor", said.actor());
        objects.put("subject", said.subject());
        objects.put("delivery", said.delivery());
        objects.put("raw_ref", said.rawRef());
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
