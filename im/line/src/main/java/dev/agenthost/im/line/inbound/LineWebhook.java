package dev.agenthost.im.line.inbound;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.agenthost.im.chat.payload.PlatformObject;
import java.util.ArrayList;
import java.util.List;

/** The body of a webhook: the bot, and its events (https://developers.line.biz/en/reference/messaging-api/#request-body). */
public sealed interface LineWebhook {

    /** @param events in their order; none if the platform only checks the address */
    record Events(List<JsonNode> events) implements LineWebhook {
        public Events {
            events = List.copyOf(events);
        }
    }

    /**
     * Something that is no webhook of the platform, or none for this bot.
     *
     * @param detail one line that names the invalid member
     */
    record Unreadable(String detail) implements LineWebhook {}

    /** Reads a body. A bot without a known user id accepts each {@code destination}: the channel secret has proven the channel. */
    static LineWebhook read(JsonNode payload, LineIdentity bot) {
        PlatformObject body = PlatformObject.of(payload);
        if (body == null) {
            return new Unreadable("$ must be an object");
        }
        if (bot.userId() != null && !bot.userId().equals(body.text("destination"))) {
            return new Unreadable("destination must be user_id of the bot");
        }
        if (!(body.node().get("events") instanceof ArrayNode array)) {
            return new Unreadable("events must be an array");
        }
        List<JsonNode> events = new ArrayList<>();
        array.forEach(events::add);
        return new Events(events);
    }
}
