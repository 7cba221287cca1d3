package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The description of a tool as known when a run begins.
 *
 * @param id the id in policies
 * @param name the name for the runner and its model ({@link UniqueToolNames})
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
