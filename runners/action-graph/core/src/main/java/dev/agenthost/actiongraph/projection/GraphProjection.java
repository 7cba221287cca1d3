package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.result.ActionResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as a user interface shows it. The fields are stable (spec 001, {@code ui_projection}).
 *
 * @param runId id of the run
 * @param title short label; never absent
 * @param note {@code user.visible}: the note that is shown before and during the execution; null if there is none
 * @param status status
 * @param progress numbers of actions
 * @param actions in the order of the declaration
 * @param detailsRef reference to declaration and results
 */
public record GraphProjection(
        String runId,
        String title,
        @Nullable String note,
        UserStatus status,
        Progress progress,
        List<ActionProjection> actions,
        String detailsRef) {
    /** The label of a run without a title. */
    public static final String UNTITLED = "Actions";

    /**
     * Numbers of actions.
     *
     * @param ended completed, failed and cancelled actions
     * @param total all actions
     */
    public record Progress(int ended, int total) {}

    public GraphProjection {
        actions = List.copyOf(actions);
    }

    /** The view of a run. */
    public static GraphProjection of(
            String runId,
            @Nullable String title,
            @Nullable String note,
            UserStatus status,
            ActionGraph graph,
            Map<String, ActionResult> results) {
        List<Action> actions = graph.actions();
        int ended = (int) actions.stream()
                .map(action -> results.get(action.id()))
                .filter(result -> result != null && result.status().isTerminal())
                .count();
        return new GraphProjection(
                runId,
                title == null ? UNTITLED : title,
                note,
                status,
                new Progress(ended, actions.size()),
                actions.stream()
                        .map(action -> ActionProjection.of(action, results.get(action.id())))
                        .toList(),
                "runtime://" + runId);
    }
}
