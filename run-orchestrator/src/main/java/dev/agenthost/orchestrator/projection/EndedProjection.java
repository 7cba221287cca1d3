package dev.agenthost.orchestrator.projection;

import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.List;

/** The projection of a graph whose runner cannot publish another one: what has not ended ends. */
public final class EndedProjection {
    private EndedProjection() {}

    /** The projection of a graph that was cancelled while it waited: what has not ended is cancelled. */
    public static UiProjection cancelled(UiProjection projection) {
        return ended(projection, UiStatus.CANCELED);
    }

    /**
     * The projection of a graph whose run has ended: what ran has the status, and what had not begun is cancelled. A graph that has ended,
     * or waits for an event, is unchanged.
     *
     * @param status failed, or cancelled if the run was
     */
    public static UiProjection interrupted(UiProjection projection, UiStatus status) {
        return projection.status().isTerminal() || projection.status() == UiStatus.WAITING
                ? projection
                : ended(projection, status);
    }

    private static UiProjection ended(UiProjection projection, UiStatus status) {
        List<UiAction> actions = projection.actions().stream()
                .map(action -> ended(action, status))
                .toList();
        UiProjection.Progress before = projection.progress();
        int left = before.total() - before.ended() - before.skipped();
        int failed = status == UiStatus.CANCELED ? 0 : Math.min(left, running(projection));
        return new UiProjection(
                projection.runId(),
                projection.title(),
                projection.note(),
                status,
                new UiProjection.Progress(before.ended() + failed, before.total(), before.skipped(), left - failed),
                actions,
                projection.detailsRef(),
                projection.usage());
    }

    private static int running(UiProjection projection) {
        return (int) projection.actions().stream()
                .filter(action -> action.status() == UiStatus.RUNNING)
                .count();
    }

    private static UiAction ended(UiAction action, UiStatus status) {
        return action.status().isTerminal()
                ? action
                : new UiAction(
                        action.id(),
                        action.title(),
                        action.description(),
                        action.status() == UiStatus.RUNNING ? status : UiStatus.CANCELED,
                        action.dependsOn(),
                        action.resultSummary(),
                        action.detailsRef());
    }
}
