package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Whether arguments fit the schema of their tool. Never blocks and never fails. */
public interface ToolArgumentValidator {
    /**
     * @param workspaceId on whose behalf: others do not wait for its schemas
     * @return the first fault, in one line; empty where there is none, or the schema is one that nobody can read or that takes too much
     */
    Uni<Optional<String>> fault(String workspaceId, JsonNode schema, JsonNode arguments);
}
