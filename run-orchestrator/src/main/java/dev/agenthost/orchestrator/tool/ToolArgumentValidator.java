package dev.agenthost.orchestrator.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Validates the arguments of a call against the schema of its tool. Never blocks and never fails. */
public interface ToolArgumentValidator {
    /**
     * @param workspaceId the workspace of the caller; validations of one workspace do not delay those of another
     * @return the first fault, in one line; empty if there is none, or if the schema is unreadable or too costly
     */
    Uni<Optional<String>> fault(String workspaceId, JsonNode schema, JsonNode arguments);
}
