package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorRequest;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.result.ExecutorId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Chooses the executor of an action: the named one, or the only one whose name is the operation of the action.
 *
 * @param registered the executors of the run
 */
record ExecutorSelection(List<ExecutorId> registered) {
    ExecutorSelection {
        registered = List.copyOf(registered);
    }

    /** The granted tools and agents, and the operations of the runtime. */
    static ExecutorSelection of(List<String> tools, List<String> agents) {
        List<ExecutorId> executors = new ArrayList<>();
        tools.forEach(tool -> executors.add(new ExecutorId(ExecutorType.TOOL, tool)));
        agents.forEach(agent -> executors.add(new ExecutorId(ExecutorType.AGENT, agent)));
        for (RuntimeOperation operation : RuntimeOperation.values()) {
            executors.add(new ExecutorId(ExecutorType.RUNTIME, operation.wire()));
        }
        return new ExecutorSelection(executors);
    }

    /** The executor; empty if there is none, or more than one. */
    Optional<ExecutorId> choose(Action action) {
        ExecutorRequest request = action.executor();
        ExecutorType type = request == null ? null : request.type();
        String name = request == null || request.isAuto() ? action.description().operation() : request.target();
        List<ExecutorId> matching = registered.stream()
                .filter(executor -> type == null || executor.type() == type)
                .filter(executor -> executor.name().equals(name))
                .toList();
        return matching.size() == 1 ? Optional.of(matching.getFirst()) : Optional.empty();
    }

    /** The reason why an action has no executor, with the remedy. */
    String refusal() {
        return "There is no single executor for this action. Name one of: "
                + registered.stream().map(ExecutorId::toString).collect(Collectors.joining(", ")) + ".";
    }
}
