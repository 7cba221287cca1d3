package dev.agenthost.runners.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.carrier.CarrierResult.Declared;
import dev.agenthost.actiongraph.projection.GraphProjection;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.runners.actiongraph.execution.DeclaredGraph;
import dev.agenthost.runners.actiongraph.execution.GraphListener;
import dev.agenthost.runners.actiongraph.execution.GraphRun;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Publishes the view of a graph after each step that is stored: people never see a state that a crash could take back. */
public record ProjectionListener(ProjectionPublisher publisher) implements GraphListener {
    @Override
    public void stepped(GraphRun graph, UiProjection.Usage usage) {
        UiStatus status = GraphProjection.status(graph.state());
        Map<String, ActionResult> results = graph.graph().actions().stream()
                .map(Action::id)
                .collect(Collectors.toMap(Function.identity(), graph::result));
        publisher.publish(status, () -> view(graph.runId(), graph.declaration(), status, results)
                .with(usage));
    }

    /** The texts of a view cost more than all else of a step, so that only a view that is shown is made. */
    private static UiProjection view(
            String runId, DeclaredGraph declaration, UiStatus status, Map<String, ActionResult> results) {
        Declared declared = declaration.declared();
        return GraphProjection.of(
                runId,
                declared.declaration().envelope().title(),
                declared.visibleNote(),
                status,
                declaration.graph(),
                results);
    }
}
