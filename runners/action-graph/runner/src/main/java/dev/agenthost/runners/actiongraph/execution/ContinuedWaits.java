package dev.agenthost.runners.actiongraph.execution;

import java.time.Duration;

/**
 * The means by which a wait goes on after the end of a run.
 *
 * @param delegations asks other agents
 * @param timers timers of the host
 * @param isDurable true if the graph can be stored; otherwise the run waits itself
 * @param longest longest wait within a run, in which nothing else runs
 */
record ContinuedWaits(DelegationExecutor delegations, HostTimers timers, boolean isDurable, Duration longest) {
    /** Returns true if a wait of that time ends its run where possible. */
    boolean isLong(Duration delay) {
        return isDurable && delay.compareTo(longest) > 0;
    }
}
