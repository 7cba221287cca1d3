package dev.agenthost.actiongraph.graph;

import java.time.Duration;

/** An effect that the runtime performs after it has stored the state. */
public sealed interface GraphEffect {
    /**
     * Starts an attempt of an action.
     *
     * @param attempt number of the attempt, from 1
     */
    record Start(String actionId, int attempt) implements GraphEffect {}

    /** Delivers {@link GraphInput.RetryDue} after the delay. */
    record RetryAfter(String actionId, Duration delay) implements GraphEffect {}

    /** Interrupts a running action; its end is delivered as an input. */
    record Interrupt(String actionId) implements GraphEffect {}

    /** Reports the aggregate status to the model. */
    record Report(GraphStatus status) implements GraphEffect {}
}
