package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.result.ActionFailure;

/** The end of one attempt of an action. */
public sealed interface ActionOutcome {
    /**
     * The executor has answered.
     *
     * @param output of whatever JSON type the executor gives
     */
    record Succeeded(JsonNode output) implements ActionOutcome {}

    /** The executor has refused or failed, or there is none. */
    record Failed(ActionFailure failure) implements ActionOutcome {}

    /** A failure of that code. */
    static Failed failed(String code, String message) {
        return new Failed(new ActionFailure(code, message));
    }
}
