package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.projection.DecisionPoint;
import org.jspecify.annotations.Nullable;

/** Stores graphs, so that a later run or attempt goes on with them. */
public interface GraphJournal {
    /**
     * Stores the state of a graph before the effects of a step are performed; throws if it cannot. At a decision point, the record of a
     * persistent graph is stored with the state.
     *
     * @param usage the usage of the request so far
     * @param reached the decision point that the step has reached; null if it is progress
     */
    void store(GraphRun graph, RequestUsage usage, @Nullable DecisionPoint reached);

    /** Stores an earlier graph of a request whose run ends while a later graph waits. */
    void keep(GraphRun graph, RequestUsage usage);
}
