package dev.agenthost.protocol.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** The person or program that caused the event (spec 000 §5.5). */
public record ActorContext(
        String actorType,
        @Nullable String actorId,
        @Nullable String actorName,
        ObjectNode metadata) {
    public ActorContext {
        Fields.text(actorType, "actor_type");
        metadata = Fields.object(metadata);
    }

    /** The host itself. */
    public static ActorContext system() {
        return new ActorContext("system", null, null, Fields.object(null));
    }

    public static ActorContext user(String actorId, @Nullable String actorName) {
        return new ActorContext("user", actorId, actorName, Fields.object(null));
    }
}
