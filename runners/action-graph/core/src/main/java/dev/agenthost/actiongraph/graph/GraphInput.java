package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.declaration.DecisionChoice;

/** An input of the state machine. An input that does not fit the state of its action changes nothing, so repetitions are harmless. */
public sealed interface GraphInput {
    /** Starts the graph, or resumes it. */
    record Begin() implements GraphInput {}

    /** The attempt of an action has completed. */
    record Completed(String actionId) implements GraphInput {}

    /** The attempt of an action has failed, or was interrupted. */
    record Failed(String actionId) implements GraphInput {}

    /** The delay before the next attempt of an action is over. */
    record RetryDue(String actionId) implements GraphInput {}

    /** The model has decided about a blocked action. */
    record Decided(String actionId, DecisionChoice choice) implements GraphInput {}

    /** A person or the runtime cancels the graph. */
    record Cancel() implements GraphInput {}
}
