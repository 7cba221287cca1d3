package dev.agenthost.actiongraph.graph;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * The tokens, the cost, the further calls and the model calls of one attempt.
 *
 * @param tokens tokens of its model calls
 * @param cost cost, in the currency of the runtime
 * @param calls calls of executors that its executor has made, beside the attempt itself
 * @param modelCalls its model calls
 */
public record AttemptUsage(long tokens, BigDecimal cost, int calls, int modelCalls) {
    /** An attempt that used none of them. */
    public static final AttemptUsage NONE = new AttemptUsage(0, BigDecimal.ZERO);

    public AttemptUsage {
        Objects.requireNonNull(cost, "cost");
        if (tokens < 0 || cost.signum() < 0 || calls < 0 || modelCalls < 0) {
            throw new IllegalArgumentException("The usage of an attempt must not be negative");
        }
    }

    /** An attempt whose executor has made no calls. */
    public AttemptUsage(long tokens, BigDecimal cost) {
        this(tokens, cost, 0);
    }

    /** An attempt without model calls. */
    public AttemptUsage(long tokens, BigDecimal cost, int calls) {
        this(tokens, cost, calls, 0);
    }
}
