package dev.agenthost.runners.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.projection.DecisionPoint;
import dev.agenthost.actiongraph.projection.GraphProjection;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.runners.actiongraph.execution.GraphJournal;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import dev.agenthost.runners.actiongraph.execution.RequestUsage;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Stores each state of a graph, then publishes its view: people never see a state that a crash could take back. */
public final class PublishingJournal implements GraphJournal {
    private final GraphJournal journal;
    private final ProjectionPublisher publisher;

    public PublishingJournal(GraphJournal journal, ProjectionPublisher publisher) {
        this.journal = journal;
        this.publisher = publisher;
    }

    @Override
    public void store(GraphRun graph, RequestUsage usage) {
        journal.store(graph, usage);
        publisher.publish(view(graph));
    }

    @Override
    public void keep(GraphRun graph, RequestUsage usage) {
        journal.keep(graph, usage);
    }

    @Override
    public void conclude(GraphRun graph, DecisionPoint point) {
        journal.conclude(graph, point);
    }

    private static UiProjection view(GraphRun graph) {
        Declared declared = graph.declared();
        Map<String, ActionResult> results = graph.graph().actions().stream()
                .map(Action::id)
                .collect(Collectors.toMap(Function.identity(), graph::result));
        return GraphProjection.of(
                graph.runId(),
                declared.declaration().envelope().title(),
                declared.visibleNote(),
                GraphProjection.status(graph.state()),
                graph.graph(),
                results);
    }
}
