package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The source of a tool in {@code resources}.
 *
 * @param name the name that the runner uses
 * @param id the id that the tool's source uses
 * @param parameters the schema that calls are validated against; null if the runner's descriptor has it
 */
public record GrantedTool(String name, String id, @Nullable JsonNode parameters) {
    public GrantedTool {
        Fields.text(name, "name");
        Fields.text(id, "id");
        parameters = Fields.nullable(parameters);
    }
}
