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
 * @param delegated model calls of delegated runs; 0 in entries of an earlier version
 * @param clock the time
 */
public record RequestUsage(int turns, int calls, long tokens, BigDecimal cost, int delegated, ActiveClock clock) {
    public RequestUsage {
        cost = cost == null ? BigDecimal.ZERO : cost;
    }

    /** The usage of a request that begins. */
    public static RequestUsage none(Instant now) {
        return new RequestUsage(0, 0, 0, BigDecimal.ZERO, 0, ActiveClock.startedAt(now));
    }
}
