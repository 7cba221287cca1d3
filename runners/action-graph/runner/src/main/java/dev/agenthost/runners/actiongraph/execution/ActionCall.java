package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.result.ExecutorId;

/**
 * One attempt of an action, ready to be executed.
 *
 * @param name its text is unique in all runs of the graph
 * @param executor the chosen executor
 * @param input the input without references; an empty object if the action has none
 * @param task the request to another agent or a person; empty for an executor of another type
 * @param choice the choice of the executor, with its reason
 * @param budget the limits of a delegated run
 * @param loggedInput the input as logs may have it
 */
record ActionCall(
        AttemptName name,
        Action action,
        ExecutorId executor,
        JsonNode input,
        String task,
        RecordedChoice choice,
        TaskBudget budget,
        JsonNode loggedInput) {
    /** Returns true if logs may have the result. */
    boolean isLogged() {
        return action.policies().visibility().contains(DataAudience.LOGS);
    }

    ActionCall by(ExecutorId other, JsonNode otherInput) {
        JsonNode logged = loggedInput.equals(input) ? otherInput : loggedInput;
        return new ActionCall(name, action, other, otherInput, task, choice, budget, logged);
    }
}
