package dev.agenthost.gateway.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.EventTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Maps the payload of a signed webhook to an event in the envelope form. A bot with the option {@code fields} says where its values are, by
 * JSON Pointers (RFC 6901); the payload of another one has that form itself.
 */
public final class PayloadMapping {
    private static final String FIELDS = "fields";
    private static final String CONVERSATION_ID = "conversation_id";
    private static final String EVENT_ID = "event_id";

    private PayloadMapping() {}

    /** The mapped payload. */
    public sealed interface Mapped {
        /** An event. */
        record Event(ObjectNode body) implements Mapped {}

        /** The payload makes no event. */
        record Unreadable(String field, String why) implements Mapped {}
    }

    /** @param deliveryId the id of the event if the payload names none */
    public static Mapped map(BotRegistration bot, JsonNode payload, String deliveryId) {
        JsonNode fields = bot.options().path(FIELDS);
        if (fields instanceof ObjectNode pointers) {
            return mapped(bot, payload, pointers, deliveryId);
        }
        return payload instanceof ObjectNode event
                ? new Mapped.Event(addressed(event.deepCopy(), bot, deliveryId))
                : new Mapped.Unreadable("$", "must be an object");
    }

    private static Mapped mapped(BotRegistration bot, JsonNode payload, ObjectNode fields, String deliveryId) {
        List<String> lines = new ArrayList<>();
        JsonNode text = fields.path("text");
        for (JsonNode pointer :
                text.isArray() ? text : JsonNodeFactory.instance.arrayNode().add(text)) {
            String line = value(payload, pointer.asText());
            if (line != null) {
                lines.add(line);
            }
        }
        if (lines.isEmpty()) {
            return new Mapped.Unreadable(pointers(text), "is missing");
        }
        ObjectNode event = JsonNodeFactory.instance.objectNode().put("event_type", EventTypes.MESSAGE_RECEIVED);
        event.putObject("input").put("text", String.join("\n", lines));
        put(event, EVENT_ID, payload, fields.path(EVENT_ID));
        put(event, CONVERSATION_ID, payload, fields.path(CONVERSATION_ID));
        put(event, "source_event_type", payload, fields.path("event_type"));
        ObjectNode actor = JsonNodeFactory.instance.objectNode();
        put(actor, "actor_id", payload, fields.path("actor_id"));
        put(actor, "actor_name", payload, fields.path("actor_name"));
        if (!actor.isEmpty()) {
            event.set("actor", actor.put("actor_type", "user"));
        }
        return new Mapped.Event(addressed(event, bot, deliveryId));
    }

    /** All events of a bot are one conversation, unless they name theirs. Answers are not sent to the sender. */
    private static ObjectNode addressed(ObjectNode event, BotRegistration bot, String deliveryId) {
        if (!event.hasNonNull(EVENT_ID)) {
            event.put(EVENT_ID, deliveryId);
        }
        if (!event.hasNonNull(CONVERSATION_ID)) {
            event.put(CONVERSATION_ID, bot.botId());
        }
        event.put("bot_id", bot.botId());
        event.putObject("delivery").put("surface", BotPlatform.GENERIC.wire());
        return event;
    }

    private static void put(ObjectNode object, String member, JsonNode payload, JsonNode pointer) {
        String value = pointer.isTextual() ? value(payload, pointer.textValue()) : null;
        if (value != null) {
            object.put(member, value);
        }
    }

    /** A text as it is, any other value as JSON; null without one. */
    private static @Nullable String value(JsonNode payload, String pointer) {
        JsonNode value = payload.at(pointer);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        return value.isTextual() ? value.textValue() : value.toString();
    }

    private static String pointers(JsonNode text) {
        return text.isArray()
                ? String.join(
                        ", ",
                        StreamSupport.stream(text.spliterator(), false)
                                .map(JsonNode::asText)
                                .toList())
                : text.asText();
    }
}
