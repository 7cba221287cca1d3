package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/** {@code tool.call.started}: telemetry, lenient; what has another type than it should counts as absent. */
public record ToolCallStarted(
        @Nullable String toolCallId, @Nullable String toolName, JsonNode parameters) implements ResultPayload {
    public ToolCallStarted {
        parameters = Fields.or(parameters, JsonNodeFactory.instance.objectNode());
    }
}
