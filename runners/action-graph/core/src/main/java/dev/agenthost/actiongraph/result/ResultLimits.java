package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.policy.result.ResultGranularity;
import java.util.Set;

/**
 * The last word of the runtime about a result. It can only narrow the policies of the declaration.
 *
 * @param maxTokens most tokens of the content of one result
 * @param granularity most detailed layer that leaves the runtime
 * @param visibility permitted readers
 */
public record ResultLimits(int maxTokens, ResultGranularity granularity, Set<DataAudience> visibility) {
    /** The limits of a runtime that restricts nothing but the size: 4,000 tokens. */
    public static final ResultLimits STANDARD =
            new ResultLimits(4_000, ResultGranularity.FULL, Set.of(DataAudience.values()));

    public ResultLimits {
        visibility = Set.copyOf(visibility);
        if (maxTokens < 0) {
            throw new IllegalArgumentException("maxTokens must not be negative");
        }
    }

    /** The same limits with at most that many tokens. */
    public ResultLimits within(int tokens) {
        return new ResultLimits(Math.min(maxTokens, Math.max(0, tokens)), granularity, visibility);
    }
}
