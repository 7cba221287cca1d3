package dev.agenthost.actiongraph.graph;

import java.util.List;

/** The next state and its effects, in the order in which they are performed. */
public record GraphStep(GraphState state, List<GraphEffect> effects) {
    public GraphStep {
        effects = List.copyOf(effects);
    }
}
