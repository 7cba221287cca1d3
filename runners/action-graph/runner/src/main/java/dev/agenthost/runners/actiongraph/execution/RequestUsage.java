package dev.agenthost.runners.actiongraph.execution;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * The part of its limits that a request has used, over all runs that continue one another.
 *
 * @param turns outputs of the model
 * @param calls calls of executors, retries and the calls of delegated runs included
 * @param tokens tokens of model calls, those of delegated runs included
 * @param cost cost of the attempts of its graphs, by the registry; null in entries of an earlier version: 0
 * @param clock the time
 */
public record RequestUsage(int turns, int calls, long tokens, BigDecimal cost, ActiveClock clock) {
    public RequestUsage {
        cost = cost == null ? BigDecimal.ZERO : cost;
    }

    /** The usage of a request that begins. */
    public static RequestUsage none(Instant now) {
        return new RequestUsage(0, 0, 0, BigDecimal.ZERO, ActiveClock.startedAt(now));
    }
}
