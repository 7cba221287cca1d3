package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.result.ExecutorId;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the executor of an action: the named one, or the only tool whose name is the operation of the action.
 *
 * @param tools names of the granted tools
 */
public record ExecutorSelection(List<String> tools) {
    public ExecutorSelection {
        tools = List.copyOf(tools);
    }

    /** The executor; empty if there is none. */
    Optional<ExecutorId> choose(Action action) {
        ExecutorRequest request = action.executor();
        if (request != null && request.type() != null && request.type() != ExecutorType.TOOL) {
            return Optional.empty();
        }
        String wanted =
                request == null || request.isAuto() ? action.description().operation() : request.target();
        return wanted != null && tools.contains(wanted)
                ? Optional.of(new ExecutorId(ExecutorType.TOOL, wanted))
                : Optional.empty();
    }

    /** The reason why an action has no executor, with the remedy. */
    String refusal() {
        return tools.isEmpty()
                ? "There is no executor for this action. Answer without it."
                : "There is no executor for this action. Name one of the tools: " + String.join(", ", tools) + ".";
    }
}
