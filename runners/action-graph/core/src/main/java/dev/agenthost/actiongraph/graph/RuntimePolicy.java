package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.policy.execution.ApprovalPolicy;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.actiongraph.policy.execution.ExecutorEffects;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The runtime's own limits for a graph. A declaration can only ask for less, and for more approvals.
 *
 * @param parallelism most attempts that run at a time
 * @param budget limits of the graph
 * @param approval approvals that the runtime requires
 * @param effects the registry's statement about the executor of each action; an absent one is {@link ExecutorEffects#UNDECLARED}
 * @param costs the registry's cost of one attempt of each action; an absent one is free
 */
public record RuntimePolicy(
        int parallelism,
        BudgetPolicy budget,
        ApprovalPolicy approval,
        Map<String, ExecutorEffects> effects,
        Map<String, BigDecimal> costs) {
    public RuntimePolicy {
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism must be at least 1");
        }
        effects = Map.copyOf(effects);
        costs = Map.copyOf(costs);
    }

    /** A policy under which all attempts are free. */
    public RuntimePolicy(
            int parallelism, BudgetPolicy budget, ApprovalPolicy approval, Map<String, ExecutorEffects> effects) {
        this(parallelism, budget, approval, effects, Map.of());
    }

    /** A runtime without limits beside the parallelism, and without a registry. */
    public static RuntimePolicy of(int parallelism) {
        return new RuntimePolicy(parallelism, BudgetPolicy.NONE, ApprovalPolicy.NONE, Map.of());
    }
}
