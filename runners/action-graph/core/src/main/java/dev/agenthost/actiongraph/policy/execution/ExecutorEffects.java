package dev.agenthost.actiongraph.policy.execution;

import java.util.EnumSet;
import java.util.Set;

/**
 * The registry's statement about an executor. A model's claim is no part of it.
 *
 * @param effects effects outside of the run; empty if there are none
 * @param acceptsIdempotencyKey true if the executor recognises a repetition by its idempotency key
 */
public record ExecutorEffects(Set<SideEffect> effects, boolean acceptsIdempotencyKey) {
    /** The standard of an executor without declared effects. */
    public static final ExecutorEffects UNDECLARED = new ExecutorEffects(Set.of(SideEffect.WRITE), false);

    /** An executor that only reads. */
    public static final ExecutorEffects READ = new ExecutorEffects(Set.of(SideEffect.READ), false);

    public ExecutorEffects {
        effects = Set.copyOf(effects);
    }

    /** The effects together with those that a model claims. A claim adds effects and removes none. */
    public Set<SideEffect> with(Set<SideEffect> claimed) {
        Set<SideEffect> all = EnumSet.noneOf(SideEffect.class);
        all.addAll(effects);
        all.addAll(claimed);
        return all;
    }
}
