package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;

/** Counts the tokens of a request. */
public interface TokenCounter {
    /**
     * @param workspaceId the workspace of the caller; no other workspace waits for its counts
     * @param model the provider's name of the model
     * @param request as it would be sent
     * @return exact for the texts of models whose encoding is known, else an estimate; fails with {@link ModelFailure} where the request is
     *     too large to count
     */
    Uni<Integer> count(String workspaceId, String model, ObjectNode request);
}
