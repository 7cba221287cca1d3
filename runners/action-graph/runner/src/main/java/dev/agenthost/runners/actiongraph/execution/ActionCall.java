package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.result.ExecutorId;

/**
 * One attempt of an action, ready to be executed.
 *
 * @param name its text is unique in all runs of the graph
 * @param executor the chosen executor
 * @param input the input without references; an empty object if the action has none
 * @param task the request to another agent or a person; empty for an executor of another type
 */
record ActionCall(AttemptName name, Action action, ExecutorId executor, JsonNode input, String task) {
    ActionCall by(ExecutorId other, JsonNode otherInput) {
        return new ActionCall(name, action, other, otherInput, task);
    }
}
