package dev.agenthost.orchestrator.lifecycle.attempt;

import java.time.Instant;

/**
 * The circumstances of a step of a {@link RunMachine}.
 *
 * @param nanos of a monotonic clock
 * @param leaseCurrent whether this replica may publish
 */
public record Circumstances(Instant now, long nanos, boolean leaseCurrent) {}
