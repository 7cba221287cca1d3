package dev.agenthost.orchestrator.projection;

import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;

/** The projection of a graph that was cancelled while it waited: what has not ended is cancelled. */
public final class CancelledProjection {
    private CancelledProjection() {}

    public static UiProjection of(UiProjection projection) {
        UiProjection.Progress before = projection.progress();
        int left = before.total() - before.ended() - before.skipped();
        return new UiProjection(
                projection.runId(),
                projection.title(),
                projection.note(),
                UiStatus.CANCELED,
                new UiProjection.Progress(before.ended(), before.total(), before.skipped(), left),
                projection.actions().stream().map(CancelledProjection::of).toList(),
                projection.detailsRef(),
                projection.usage());
    }

    private static UiAction of(UiAction action) {
        return action.status().isTerminal()
                ? action
                : new UiAction(
                        action.id(),
                        action.title(),
                        action.description(),
                        UiStatus.CANCELED,
                        action.dependsOn(),
                        action.resultSummary(),
                        action.detailsRef());
    }
}
