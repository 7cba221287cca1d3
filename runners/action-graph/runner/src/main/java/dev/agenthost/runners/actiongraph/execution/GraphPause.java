package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.projection.DecisionPoint;

/** The reason why the execution of a graph returns. */
public sealed interface GraphPause {
    /** Nothing goes on without the model. */
    record Reported(DecisionPoint point) implements GraphPause {}

    /** Nothing goes on without an event of the host: a person, another agent or a timer is waited for. */
    record Waiting() implements GraphPause {}
}
