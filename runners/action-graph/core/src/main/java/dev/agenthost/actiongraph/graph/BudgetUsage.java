package dev.agenthost.actiongraph.graph;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * The part of its budget that a graph has used.
 *
 * @param tokens tokens of model calls: of attempts, and of the requests to the model about the graph
 * @param cost cost, in the currency of the runtime
 * @param calls starts of attempts, and the calls of their executors
 * @param retries retries
 */
public record BudgetUsage(long tokens, BigDecimal cost, int calls, int retries) {
    /** Nothing used. */
    public static final BudgetUsage NONE = new BudgetUsage(0, BigDecimal.ZERO, 0, 0);

    public BudgetUsage {
        Objects.requireNonNull(cost, "cost");
        cost = cost.stripTrailingZeros();
        if (tokens < 0 || cost.signum() < 0 || calls < 0 || retries < 0) {
            throw new IllegalArgumentException("A budget usage must not be negative");
        }
    }

    /** The usage after the start of an attempt of that cost. */
    BudgetUsage withCall(BigDecimal price) {
        return new BudgetUsage(tokens, cost.add(price), calls + 1, retries);
    }

    BudgetUsage withRetry() {
        return new BudgetUsage(tokens, cost, calls, retries + 1);
    }

    BudgetUsage plus(AttemptUsage attempt) {
        return new BudgetUsage(
                Math.addExact(tokens, attempt.tokens()),
                cost.add(attempt.cost()),
                Math.addExact(calls, attempt.calls()),
                retries);
    }
}
