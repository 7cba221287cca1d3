package dev.agenthost.sdk.model;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A tool that a model wants called.
 *
 * @param arguments as the model wrote them, which may be no JSON
 */
public record ToolCall(String id, String name, String arguments) {
    static ToolCall of(JsonNode call) {
        JsonNode function = call.path("function");
        JsonNode arguments = function.path("arguments");
        return new ToolCall(
                call.path("id").asText(""),
                function.path("name").asText(""),
                arguments.isTextual() ? arguments.textValue() : arguments.isMissingNode() ? "" : arguments.toString());
    }
}
