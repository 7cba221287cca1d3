package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.protocol.result.UiProjection;

/** Follows the steps of graphs. */
@FunctionalInterface
public interface GraphListener {
    /** Called after a step is stored and announced, in the thread of the run. */
    void stepped(GraphRun graph, UiProjection.Usage usage);
}
