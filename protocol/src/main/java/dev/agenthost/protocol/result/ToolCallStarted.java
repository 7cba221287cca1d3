package dev.agenthost.protocol.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * {@code tool.call.started}: telemetry, lenient; what has another type than it should counts as absent.
 *
 * @param choice how the runner came to this tool, if another executor could have had the work: for instance {@code origin} and {@code
 *     reason}; null if there was no choice
 */
public record ToolCallStarted(
        @Nullable String toolCallId,
        @Nullable String toolName,
        JsonNode parameters,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode choice)
        implements ResultPayload {
    public ToolCallStarted {
        choice = Fields.nullable(choice);
        choice = choice == null || !choice.isObject() ? null : choice;
        parameters = Fields.or(parameters, JsonNodeFactory.instance.objectNode());
    }

    /** A call of a tool that nobody had to choose. */
    public ToolCallStarted(@Nullable String toolCallId, @Nullable String toolName, JsonNode parameters) {
        this(toolCallId, toolName, parameters, null);
    }
}
