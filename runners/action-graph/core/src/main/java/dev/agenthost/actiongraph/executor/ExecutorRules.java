package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the operator for the executors of one conversation: limits of the choice, and required approvals.
 *
 * @param forbiddenEffects effects that no executor may have and no action may declare, with or without approval
 * @param maxCost highest cost of one action; null for no limit
 * @param overrides true if a named executor that cannot be used may be replaced by another one of its type
 * @param approvalFor effects whose actions wait for the approval of a person, whatever is declared
 */
public record ExecutorRules(
        Set<SideEffect> forbiddenEffects,
        @Nullable BigDecimal maxCost,
        boolean overrides,
        Set<SideEffect> approvalFor) {
    /** No limits and no approvals; a named executor is never replaced. */
    public static final ExecutorRules NONE = new ExecutorRules(Set.of(), null, false, Set.of());

    public ExecutorRules {
        forbiddenEffects = Set.copyOf(forbiddenEffects);
        approvalFor = Set.copyOf(approvalFor);
    }
}
