package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.policy.execution.SideEffect;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the choice for one conversation.
 *
 * @param forbiddenEffects effects that no executor may have, with or without approval
 * @param maxCost highest cost of one action; null for no limit
 * @param overrides true if a named executor that cannot be used may be replaced by another one of its type
 */
public record ExecutorRules(
        Set<SideEffect> forbiddenEffects, @Nullable BigDecimal maxCost, boolean overrides) {
    /** No limits; a named executor is never replaced. */
    public static final ExecutorRules NONE = new ExecutorRules(Set.of(), null, false);

    public ExecutorRules {
        forbiddenEffects = Set.copyOf(forbiddenEffects);
    }
}
