package dev.agenthost.actiongraph.policy.failure;

import org.jspecify.annotations.Nullable;

/**
 * The model's statement about repetitions of an action. It can forbid them; it permits none that the registry does not permit.
 *
 * @param repeatable false if the runtime must not repeat the action by itself
 * @param key names the effect, so that an executor which the registry gives keys recognises a repetition; null if there is none
 */
public record Idempotency(boolean repeatable, @Nullable String key) {
    public static final int MAX_KEY = 128;

    /** No claim: the runtime decides by the effects in its registry. */
    public static final Idempotency NONE = new Idempotency(true, null);
}
