package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.action.PassedReferences;
import dev.agenthost.actiongraph.condition.Loop;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.reference.Reference;
import java.util.Optional;

/** The readers of the values that references of a graph lead to. */
record GraphVisibility(GraphRun graph, RunRecords records) {
    /** Returns true if the audience may read what a reference of an action leads to. */
    boolean includes(Action action, Reference reference, DataAudience audience) {
        return action.loop() instanceof Loop.ForEach loop && reference instanceof Reference.LoopItem
                ? records.isVisible(loop.list(), graph, audience)
                : records.isVisible(reference, graph, audience);
    }

    /** The first reference of an action whose value the audience may not read; empty if it may read all of them. */
    Optional<Reference> withheld(Action action, DataAudience audience) {
        return PassedReferences.of(action).stream()
                .filter(reference -> !records.isVisible(reference, graph, audience))
                .findFirst();
    }
}
