package dev.agenthost.gateway.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.event.TriggerSource;

/** Fills absent members of a body from its CloudEvent attributes and its entrance. */
final class BodyDefaults {

    private BodyDefaults() {}

    static ObjectNode of(ObjectNode body, InboundMessage message, EventOrigin origin) {
        ObjectNode complete = body.deepCopy();
        // The CloudEvent's id overrides the id in the data, so an event has one id.
        if (message.externalId() != null) {
            complete.put("event_id", message.externalId());
        }
        if (message.eventType() != null) {
            if (!isSaid(complete, "event_type")) {
                complete.put("event_type", message.eventType());
            } else if (!isSaid(complete, "source_event_type")
                    && !complete.path("event_type").asText().equals(message.eventType())) {
                complete.put("source_event_type", message.eventType());
            }
        }
        if (message.time() != null && !isSaid(complete, "event_time")) {
            complete.put("event_time", message.time().getEpochSecond());
        }
        if (complete.get("actor") instanceof ObjectNode actor && !isSaid(actor, "actor_type")) {
            actor.put("actor_type", "user");
        }
        if (complete.get("delivery") instanceof ObjectNode delivery && !isSaid(delivery, "surface")) {
            boolean isChatPage =
                    TriggerSource.WEBUI.wire().equals(complete.path("source").textValue());
            delivery.put("surface", origin.surfaceOf(isChatPage ? TriggerSource.WEBUI : origin.source()));
        }
        return complete;
    }

    private static boolean isSaid(ObjectNode object, String name) {
        return object.hasNonNull(name);
    }
}
