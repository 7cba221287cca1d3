package dev.agenthost.runners.actiongraph.execution;

/** Stores graphs, so that a later run or attempt goes on with them. */
@FunctionalInterface
public interface GraphJournal {
    /**
     * Stores the state of a graph before the effects of a step are performed; throws if it cannot.
     *
     * @param usage the usage of the request so far
     */
    void store(GraphRun graph, RequestUsage usage);
}
