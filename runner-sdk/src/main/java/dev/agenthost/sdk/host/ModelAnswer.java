package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * What a model said.
 *
 * @param message with {@code tool_calls} where it wants tools called
 * @param usage what it charged, an object; null where the provider does not say
 */
public record ModelAnswer(Message message, @Nullable JsonNode usage) {
    public ModelAnswer {
        Fields.required(message, "message");
        usage = Fields.nullable(usage);
    }
}
