package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a tool when a run begins.
 *
 * @param id as policies name it
 * @param name as the runner and its model name it ({@link UniqueToolNames})
 * @param type of its source: {@code mcp}, {@code skill}
 * @param parameters JSON Schema of its arguments
 */
public record ToolDescriptor(
        String id, String name, String type, @Nullable String description, JsonNode parameters) {
    public ToolDescriptor {
        Fields.text(id, "id");
        Fields.text(name, "name");
        Fields.text(type, "type");
        Fields.required(parameters, "parameters");
    }
}
