package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiStatus;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the view of one action for user interfaces. */
final class ActionProjection {
    private ActionProjection() {}

    /**
     * The view of an action; an action without a result has not started.
     *
     * @param dependencies declared and referred to
     */
    static UiAction of(Action action, Collection<String> dependencies, @Nullable ActionResult result) {
        String title = VisibleText.orNull(action.description().title());
        String description = VisibleText.orNull(action.description().text());
        ActionResult visible = action.policies().visibility().contains(DataAudience.USER) ? result : null;
        return new UiAction(
                action.id(),
                title == null ? action.id().replace('_', ' ') : cut(title, GraphProjection.MAX_TITLE),
                description == null ? null : cut(description, UiAction.MAX_DESCRIPTION),
                result == null ? UiStatus.PENDING : status(ResultStatus.of(result.status())),
                List.copyOf(dependencies),
                visible == null ? null : summary(visible),
                visible == null ? null : visible.output().reference(),
                result != null && result.status() == ActionStatus.SKIPPED);
    }

    private static UiStatus status(ResultStatus status) {
        return switch (status) {
            case PENDING -> UiStatus.PENDING;
            case RUNNING -> UiStatus.RUNNING;
            case WAITING -> UiStatus.WAITING;
            case BLOCKED -> UiStatus.BLOCKED;
            case COMPLETED -> UiStatus.COMPLETED;
            case FAILED -> UiStatus.FAILED;
            case SKIPPED, CANCELED -> UiStatus.CANCELED;
        };
    }

    private static @Nullable String summary(ActionResult result) {
        ActionFailure failure = result.failure();
        if (failure != null) {
            return cut(failure.message());
        }
        return switch (result.status()) {
            case COMPLETED, FAILED -> cut(UserSummary.of(result));
            case SKIPPED -> "Skipped.";
            case PENDING, RUNNING, WAITING, BLOCKED, CANCELLED -> null;
        };
    }

    private static @Nullable String cut(String result) {
        String text = VisibleText.orNull(result);
        return text == null ? null : cut(text, UiAction.MAX_SUMMARY);
    }

    /** The text in at most so many characters: an escape is longer than its character. */
    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
