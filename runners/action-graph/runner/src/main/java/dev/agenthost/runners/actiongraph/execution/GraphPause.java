package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.graph.GraphStatus;

/** The reason why the execution of a graph returns. */
public sealed interface GraphPause {
    /** Nothing goes on without the model. */
    record Reported(GraphStatus status) implements GraphPause {}

    /** Nothing goes on without a person, who has been asked. */
    record PersonAsked() implements GraphPause {}
}
