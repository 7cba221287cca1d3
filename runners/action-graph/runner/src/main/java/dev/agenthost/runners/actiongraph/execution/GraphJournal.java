package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.projection.DecisionPoint;

/** Stores graphs, so that a later run or attempt goes on with them. */
public interface GraphJournal {
    /**
     * Stores the state of a graph before the effects of a step are performed; throws if it cannot.
     *
     * @param usage the usage of the request so far
     */
    void store(GraphRun graph, RequestUsage usage);

    /** Stores an earlier graph of a request whose run ends while a later graph waits. */
    void keep(GraphRun graph, RequestUsage usage);

    /** Stores the record of a persistent graph at a decision point. */
    void conclude(GraphRun graph, DecisionPoint point);
}
