package dev.agenthost.actiongraph.policy.execution;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a whole graph. The runtime applies the smaller one of each and of its own limits; null leaves a limit to the runtime.
 *
 * @param maxTokens most tokens of all model calls of the graph: of its executors, of delegated runs, and of the requests to the model between
 *     its declaration and its end
 * @param maxSeconds longest duration of the graph, in seconds, without the time that it waits for a person
 * @param maxCost highest cost of all attempts together, in the currency of the runtime
 * @param maxCalls most calls of executors, retries and the calls of delegated runs included
 * @param maxRetries most retries of all actions together
 * @param maxParallel most actions that run at a time
 */
public record BudgetPolicy(
        @Nullable Integer maxTokens,
        @Nullable Integer maxSeconds,
        @Nullable BigDecimal maxCost,
        @Nullable Integer maxCalls,
        @Nullable Integer maxRetries,
        @Nullable Integer maxParallel) {
    public static final int MAX_TOKENS = 10_000_000;
    public static final int MAX_SECONDS = 7 * 24 * 3_600;
    public static final int MAX_COST = 1_000_000;
    public static final int MAX_CALLS = 10_000;
    public static final int MAX_RETRIES = 1_000;
    public static final int MAX_PARALLEL = 64;

    /** All limits are the runtime's. */
    public static final BudgetPolicy NONE = new BudgetPolicy(null, null, null, null, null, null);

    /** The smaller one of each limit. */
    public BudgetPolicy within(BudgetPolicy other) {
        return new BudgetPolicy(
                smaller(maxTokens, other.maxTokens),
                smaller(maxSeconds, other.maxSeconds),
                smaller(maxCost, other.maxCost),
                smaller(maxCalls, other.maxCalls),
                smaller(maxRetries, other.maxRetries),
                smaller(maxParallel, other.maxParallel));
    }

    private static <T extends Comparable<T>> @Nullable T smaller(@Nullable T one, @Nullable T other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) <= 0 ? one : other;
    }
}
