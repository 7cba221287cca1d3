package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind a tool of {@code resources}.
 *
 * @param name as the runner names it
 * @param id as its source knows it
 * @param parameters its schema where the runner is not shown it, but its calls are held against it
 */
public record GrantedTool(String name, String id, @Nullable JsonNode parameters) {
    public GrantedTool {
        Fields.text(name, "name");
        Fields.text(id, "id");
        parameters = Fields.nullable(parameters);
    }
}
