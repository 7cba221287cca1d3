package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;

/** Counts the tokens of a request. */
public interface TokenCounter {
    /**
     * @param workspaceId the workspace of the caller; counts of one workspace do not delay those of another
     * @param model the provider's name of the model
     * @param request the request body as it would be sent
     * @return the exact count if the encoding of the model is known, else an estimate; fails with {@link ModelFailure} if too many
     * counts are pending
     */
    Uni<Integer> count(String workspaceId, String model, ObjectNode request);
}
