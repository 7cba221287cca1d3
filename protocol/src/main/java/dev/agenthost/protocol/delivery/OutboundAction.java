package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * An edit or a reaction that an agent asks for on a surface that supports it. The host does not execute it; the adapter may.
 *
 * @param action {@code message.edit}, {@code reaction.add} or {@code reaction.remove}
 * @param target as the agent named it, for instance {@code {"message_id": …}}
 * @param payload for instance {@code {"text": …}} or {@code {"emoji": …}}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OutboundAction(
        String action, @Nullable JsonNode target, @Nullable JsonNode payload) {
    public OutboundAction {
        Fields.text(action, "action");
        target = Fields.nullable(target);
        payload = Fields.nullable(payload);
    }
}
