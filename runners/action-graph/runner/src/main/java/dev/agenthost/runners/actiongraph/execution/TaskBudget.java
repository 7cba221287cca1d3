package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.BudgetUsage;
import dev.agenthost.actiongraph.policy.execution.BudgetPolicy;
import dev.agenthost.protocol.event.DelegationBudget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one delegated run, which the host enforces: what graph and request have left when it starts. Agents that are asked at the
 * same time share it.
 *
 * @param seconds longest time
 */
record TaskBudget(int seconds, DelegationBudget limits) {
    /**
     * Computes the limits of a task.
     *
     * @param policy the budget of the graph
     * @param used the part that the graph has used, with the call of this attempt
     * @param request the budget of the request, with the call of this attempt
     * @param timeLeft time that graph and request have left
     * @param sharers number of the delegated attempts of the graph that are open, this one included
     */
    static TaskBudget of(BudgetPolicy policy, BudgetUsage used, ActionBudget request, Duration timeLeft, int sharers) {
        long tokens = smaller(policy.maxTokens(), used.tokens(), request.tokensLeft());
        long calls = smaller(policy.maxCalls(), used.calls(), request.callsLeft());
        return new TaskBudget(
                (int) Math.max(1, timeLeft.toSeconds()),
                new DelegationBudget(Math.max(1, tokens / sharers), (int) (calls / sharers)));
    }

    private static long smaller(@Nullable Integer most, long used, long left) {
        return most == null ? left : Math.min(left, Math.max(0, most - used));
    }
}
