package dev.agenthost.actiongraph.policy.result;

import org.jspecify.annotations.Nullable;

/**
 * The preference for the whole observation of a declaration.
 *
 * @param returnToModel the part of the result of each action that declares no result policy; null means {@link ResultPolicy#STANDARD}
 * @param maxTokens most tokens of the observation; null leaves it to the runtime
 */
public record ResponsePolicy(
        @Nullable ReturnToModel returnToModel, @Nullable Integer maxTokens) {
    /** No preference. */
    public static final ResponsePolicy NONE = new ResponsePolicy(null, null);
}
