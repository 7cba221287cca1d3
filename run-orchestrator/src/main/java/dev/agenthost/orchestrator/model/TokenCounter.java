package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;

/** How many tokens a request is. */
public interface TokenCounter {
    /**
     * @param workspaceId on whose behalf: others do not wait for what is counted for it
     * @param model as its provider calls it
     * @param request as it would be sent
     * @return exact for the texts of models whose encoding is known, else an estimate; fails with {@link ModelFailure} where too much is to be counted
     */
    Uni<Integer> count(String workspaceId, String model, ObjectNode request);
}
