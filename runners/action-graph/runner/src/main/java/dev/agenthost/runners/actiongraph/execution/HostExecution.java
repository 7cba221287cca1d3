package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.RuntimePolicy;
import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The executors of one run: the granted tools and agents of the host, and the operations of the runtime. */
public final class HostExecution {
    private static final ExecutorEffects NO_EFFECTS = new ExecutorEffects(Set.of(), false);

    private final ExecutorSelection selection;
    private final Map<ExecutorType, ActionExecutor> executors;

    /**
     * @param tools names of the granted tools
     * @param agents ids of the agents that actions may be given to
     */
    public HostExecution(List<String> tools, List<String> agents, HostApi api, RunOutput out) {
        this.selection = ExecutorSelection.of(tools, agents);
        this.executors = Map.of(
                ExecutorType.TOOL,
                new ToolCallExecutor(api.tools(), out),
                ExecutorType.AGENT,
                new DelegationExecutor(api.delegations()),
                ExecutorType.RUNTIME,
                RuntimeOperation::execute);
    }

    /** An execution with these executors. */
    public GraphExecution execution(
            ActionBudget budget, OutputStore outputs, GraphJournal journal, ApprovalQuestions approvals) {
        return new GraphExecution(selection, executors, budget, outputs, journal, approvals);
    }

    /**
     * The policy of the runtime for a graph. The host declares no effects of its tools and agents, so each counts as one
     * that writes.
     *
     * @param parallelism most actions that run at a time
     */
    public RuntimePolicy policy(ActionGraph graph, int parallelism) {
        Map<String, ExecutorEffects> effects = new HashMap<>();
        for (Action action : graph.actions()) {
            boolean isRuntime = selection
                    .choose(action)
                    .filter(executor -> executor.type() == ExecutorType.RUNTIME)
                    .isPresent();
            effects.put(action.id(), isRuntime ? NO_EFFECTS : ExecutorEffects.UNDECLARED);
        }
        return new RuntimePolicy(parallelism, BudgetPolicy.NONE, ApprovalPolicy.NONE, effects);
    }
}
