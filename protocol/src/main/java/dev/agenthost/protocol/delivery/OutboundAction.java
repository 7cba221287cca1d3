package dev.agenthost.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * An edit, a reaction or a question to a person that an agent requests on a surface that supports it. The adapter, not the host, may execute it.
 *
 * @param action {@code message.edit}, {@code reaction.add}, {@code reaction.remove} or {@code interaction.requested}
 * @param target in the agent's form, for instance {@code {"message_id": …}}
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
