package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.SummaryText;
import org.jspecify.annotations.Nullable;

/**
 * One action as a user interface shows it. The fields are stable.
 *
 * @param id id of the action
 * @param title short label; never absent
 * @param description the work of the action; null if it has none
 * @param status status
 * @param resultSummary result, or reason of its absence, at most {@value #MAX_SUMMARY} characters; null before the end, and if the user may
 * not read it
 * @param detailsRef the stored output; null if there is none, or the user may not read it
 */
public record ActionProjection(
        String id,
        String title,
        @Nullable String description,
        UserStatus status,
        @Nullable String resultSummary,
        @Nullable String detailsRef) {
    public static final int MAX_SUMMARY = 500;

    /** The view of an action; an action without a result has not started. */
    public static ActionProjection of(Action action, @Nullable ActionResult result) {
        String title = action.description().title() != null
                ? action.description().title()
                : action.id().replace('_', ' ');
        String description = action.description().text();
        if (result == null) {
            return new ActionProjection(action.id(), title, description, UserStatus.PENDING, null, null);
        }
        UserStatus status = UserStatus.of(ResultStatus.of(result.status()));
        boolean isVisible = action.policies().visibility().contains(DataAudience.USER);
        return new ActionProjection(
                action.id(),
                title,
                description,
                status,
                isVisible ? summary(result) : null,
                isVisible ? result.output().reference() : null);
    }

    private static @Nullable String summary(ActionResult result) {
        ActionFailure failure = result.failure();
        if (failure != null) {
            return cut(failure.message());
        }
        return switch (result.status()) {
            case COMPLETED, FAILED -> cut(SummaryText.of(result));
            case SKIPPED -> "Skipped.";
            case PENDING, RUNNING, WAITING, BLOCKED, CANCELLED -> null;
        };
    }

    private static String cut(String text) {
        return text.length() <= MAX_SUMMARY ? text : text.substring(0, MAX_SUMMARY - 1) + "…";
    }
}
