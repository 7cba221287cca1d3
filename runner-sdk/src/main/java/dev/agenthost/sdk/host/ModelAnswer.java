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
 * @param finishReason as the provider reports it, {@code stop}, {@code tool_calls} or {@code length} for instance; null if it does not
 */
public record ModelAnswer(
        Message message, @Nullable JsonNode usage, @Nullable String finishReason) {
    public ModelAnswer {
        Fields.required(message, "message");
        usage = Fields.nullable(usage);
    }

    /** Returns false if the provider stopped the model before its end: at the limit of tokens, or by its filter of contents. */
    public boolean isComplete() {
        return ModelEnd.isComplete(finishReason);
    }
}
