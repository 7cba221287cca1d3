package dev.agenthost.actiongraph.policy.failure;

import org.jspecify.annotations.Nullable;

/**
 * The claim that an action may be repeated.
 *
 * @param repeatable true if a repetition has no further effect
 * @param key passed to the executor with each attempt, so that it recognises a repetition; null if there is none
 */
public record Idempotency(boolean repeatable, @Nullable String key) {
    public static final int MAX_KEY = 128;

    /** No claim: the runtime decides by the effects in its registry. */
    public static final Idempotency NONE = new Idempotency(false, null);
}
