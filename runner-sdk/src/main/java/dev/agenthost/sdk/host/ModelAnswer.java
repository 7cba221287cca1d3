package dev.agenthost.sdk.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a model.
 *
 * @param message with {@code tool_calls} if the model calls tools
 * @param usage an object; null if the provider does not report it
 */
public record ModelAnswer(Message message, @Nullable JsonNode usage) {
    public ModelAnswer {
        Fields.required(message, "message");
        usage = Fields.nullable(usage);
    }
}
