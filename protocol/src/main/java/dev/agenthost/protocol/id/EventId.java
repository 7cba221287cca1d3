package dev.agenthost.protocol.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.agenthost.protocol.error.Fields;
import java.util.UUID;

/** The id of an event, made by {@link EventIds}. */
public record EventId(UUID value) {
    public EventId {
        Fields.required(value, "event_id");
    }

    /** Reads the 36 characters of a UUID; anything else is an {@link IllegalArgumentException}. */
    @JsonCreator
    public static EventId parse(String text) {
        return new EventId(Uuids.parse(text, "event id"));
    }

    @Override
    @JsonValue
    public String toString() {
        return value.toString();
    }
}
