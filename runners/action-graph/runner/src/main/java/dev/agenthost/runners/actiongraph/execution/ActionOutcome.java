package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.actiongraph.result.ActionFailure;
import org.jspecify.annotations.Nullable;

/** The end of one attempt of an action, as far as its thread is concerned. */
sealed interface ActionOutcome {
    /**
     * The executor has answered.
     *
     * @param output of whatever JSON type the executor gives
     */
    record Succeeded(JsonNode output) implements ActionOutcome {}

    /** The executor has refused or failed, or there is none. */
    record Failed(ActionFailure failure) implements ActionOutcome {}

    /**
     * The attempt goes on elsewhere.
     *
     * @param delegatedRun the run of another agent that ends the wait; null if there is none
     * @param output the output after the wait, if it is known; null if not
     */
    record Suspended(
            Suspension suspension,
            @Nullable String delegatedRun,
            @Nullable JsonNode output) implements ActionOutcome {}

    /** A failure of that code. */
    static Failed failed(String code, String message) {
        return new Failed(new ActionFailure(code, message));
    }
}
