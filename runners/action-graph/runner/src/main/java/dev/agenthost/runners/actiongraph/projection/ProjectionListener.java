package dev.agenthost.runners.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.projection.GraphProjection;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.runners.actiongraph.execution.GraphListener;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Publishes the view of a graph after each step that is stored: people never see a state that a crash could take back. */
public record ProjectionListener(ProjectionPublisher publisher) implements GraphListener {
    @Override
    public void stepped(GraphRun graph, UiProjection.Usage usage) {
        publisher.publish(view(graph).with(usage));
    }

    private static UiProjection view(GraphRun graph) {
        Declared declared = graph.declaration().declared();
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
