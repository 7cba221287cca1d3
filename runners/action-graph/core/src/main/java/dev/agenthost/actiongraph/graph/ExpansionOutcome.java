package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.List;

/** The outcome of adding actions to a graph. */
public sealed interface ExpansionOutcome {
    /**
     * The graph with the new actions. The runtime stores both, makes a scheduler of the graph and gives it {@link GraphInput.Begin}.
     *
     * @param graph the existing actions, unchanged, and then the new ones
     * @param state the state of the existing actions, unchanged; the new ones are pending
     */
    record Expanded(ActionGraph graph, GraphState state) implements ExpansionOutcome {}

    /**
     * Nothing is added.
     *
     * @param errors all breaches, at least one
     */
    record Refused(List<Violation> errors) implements ExpansionOutcome {
        public Refused {
            errors = List.copyOf(errors);
        }
    }
}
