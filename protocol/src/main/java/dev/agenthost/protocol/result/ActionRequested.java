package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/** {@code action.requested}: the runner asks for a platform action. Strict; recorded, not executed (spec 000 §7.3). */
public record ActionRequested(
        String action, @Nullable JsonNode target, @Nullable JsonNode payload) implements ResultPayload {
    public ActionRequested {
        Fields.text(action, "action");
        target = object(target, "target");
        payload = object(payload, "payload");
    }

    private static @Nullable JsonNode object(@Nullable JsonNode value, String field) {
        JsonNode present = Fields.nullable(value);
        if (present != null && !present.isObject()) {
            throw new InvalidFieldException(field, "must be an object");
        }
        return present;
    }
}
