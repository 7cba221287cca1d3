package dev.agenthost.runners.actiongraph.execution;

import java.time.Instant;

/**
 * The part of its limits that a request has used, over all runs that continue one another.
 *
 * @param turns outputs of the model
 * @param calls calls of executors, retries and the calls of delegated runs included
 * @param tokens tokens of model calls, those of delegated runs included
 * @param clock the time
 */
public record RequestUsage(int turns, int calls, long tokens, ActiveClock clock) {
    /** The usage of a request that begins. */
    public static RequestUsage none(Instant now) {
        return new RequestUsage(0, 0, 0, ActiveClock.startedAt(now));
    }
}
