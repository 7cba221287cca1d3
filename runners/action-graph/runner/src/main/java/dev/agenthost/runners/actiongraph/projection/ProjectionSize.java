package dev.agenthost.runners.actiongraph.projection;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reduces a view to the size that a host accepts: without descriptions, then also without dependencies and summaries. */
final class ProjectionSize {
    private ProjectionSize() {}

    /** The largest form of the view that the host accepts; empty if there is none. */
    static Optional<UiProjection> fit(UiProjection view) {
        return Stream.<UnaryOperator<UiAction>>of(
                        UnaryOperator.identity(),
                        action -> reduced(action, action.dependsOn(), action.resultSummary()),
                        action -> reduced(action, List.of(), null))
                .map(form -> with(view, view.actions().stream().map(form).toList()))
                .filter(form -> ProtocolCodec.encode(form).length <= UiProjection.MAX_BYTES)
                .findFirst();
    }

    private static UiProjection with(UiProjection view, List<UiAction> actions) {
        return new UiProjection(
                view.runId(),
                view.title(),
                view.note(),
                view.status(),
                view.progress(),
                actions,
                view.detailsRef(),
                view.usage());
    }

    private static UiAction reduced(UiAction action, List<String> dependencies, @Nullable String summary) {
        return new UiAction(
                action.id(),
                action.title(),
                null,
                action.status(),
                dependencies,
                summary,
                action.detailsRef(),
                action.skipped());
    }
}
