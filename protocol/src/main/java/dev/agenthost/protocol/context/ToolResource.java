package dev.agenthost.protocol.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool the run may use, and how: {@code detail}, {@code call} (spec 000 §4.4, §6).
 *
 * @param parameters its JSON Schema, where the host already sends it
 */
public record ToolResource(
        String toolName,
        @Nullable String toolType,
        @Nullable String description,
        List<String> operations,
        @Nullable JsonNode parameters) {
    public ToolResource {
        Fields.text(toolName, "tool_name");
        operations = Fields.list(operations, "operations");
        parameters = Fields.nullable(parameters);
    }
}
