package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.assignment.Assignment;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The assignments of a graph: one for each attempt that was given to an agent. */
public final class GraphAssignments {
    private GraphAssignments() {}

    /** The assignments so far, in the order of their names. */
    public static List<Assignment> of(GraphRun graph) {
        return graph.record().sessions().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(session -> AttemptName.parse(session.getKey()).stream()
                        .map(name -> assignment(graph, name, session.getValue())))
                .toList();
    }

    private static Assignment assignment(GraphRun graph, AttemptName name, String session) {
        String actionId = name.attempt().actionId();
        return Assignment.of(
                name.toString(),
                graph.runId(),
                graph.action(actionId),
                Objects.requireNonNull(graph.choice(actionId).executor()),
                graph.authority(actionId),
                session,
                graph.record().prompts().get(name.toString()),
                graph.result(name.attempt()));
    }
}
