package dev.agenthost.actiongraph.graph;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * The tokens and the cost of one attempt.
 *
 * @param tokens tokens of its model calls
 * @param cost cost, in the currency of the runtime
 */
public record AttemptUsage(int tokens, BigDecimal cost) {
    /** An attempt that used neither. */
    public static final AttemptUsage NONE = new AttemptUsage(0, BigDecimal.ZERO);

    public AttemptUsage {
        Objects.requireNonNull(cost, "cost");
        if (tokens < 0 || cost.signum() < 0) {
            throw new IllegalArgumentException("The usage of an attempt must not be negative");
        }
    }
}
