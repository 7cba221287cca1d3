package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** {@code tool.call.completed}: telemetry, lenient; what has another type than it should counts as absent. */
public record ToolCallCompleted(
        @Nullable String toolCallId,
        @Nullable String toolName,
        @Nullable JsonNode result,
        @Nullable String error) implements ResultPayload {
    public ToolCallCompleted {
        result = Fields.nullable(result);
    }
}
