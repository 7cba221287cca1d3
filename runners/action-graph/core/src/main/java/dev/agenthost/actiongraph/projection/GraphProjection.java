package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.graph.ActionStatus;
import dev.agenthost.actiongraph.graph.GraphState;
import dev.agenthost.actiongraph.markdown.VisibleText;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the view of a run for user interfaces (spec 001, {@code ui_projection}). */
public final class GraphProjection {
    /** The label of a run without a title. */
    public static final String UNTITLED = "Actions";

    static final int MAX_TITLE = 1000;
    private static final int MAX_NOTE = 10_000;

    private GraphProjection() {}

    /** The view of a run. */
    public static UiProjection of(
            String runId,
            @Nullable String title,
            @Nullable String note,
            UiStatus status,
            ActionGraph graph,
            Map<String, ActionResult> results) {
        List<Action> actions = graph.actions();
        String label = VisibleText.orNull(title);
        Map<String, Set<String>> dependencies = graph.dependencies();
        return new UiProjection(
                runId,
                label == null ? UNTITLED : ActionProjection.cut(label, MAX_TITLE),
                note == null ? null : ActionProjection.cut(note, MAX_NOTE),
                status,
                progress(actions, results),
                actions.stream()
                        .map(action -> ActionProjection.of(
                                action, dependencies.getOrDefault(action.id(), Set.of()), results.get(action.id())))
                        .toList(),
                "runtime://" + runId);
    }

    private static UiProjection.Progress progress(List<Action> actions, Map<String, ActionResult> results) {
        List<ActionStatus> ended = actions.stream()
                .map(action -> results.get(action.id()))
                .filter(Objects::nonNull)
                .map(ActionResult::status)
                .filter(ActionStatus::isTerminal)
                .toList();
        int skipped = Collections.frequency(ended, ActionStatus.SKIPPED);
        int canceled = Collections.frequency(ended, ActionStatus.CANCELLED);
        return new UiProjection.Progress(ended.size() - skipped - canceled, actions.size(), skipped, canceled);
    }

    /** The status of a run: that of its end, else the one of its actions that matters most. */
    public static UiStatus status(GraphState state) {
        if (state.hasEnded()) {
            return switch (state.ending()) {
                case NONE -> UiStatus.COMPLETED;
                case CANCELLED -> UiStatus.CANCELED;
                case ABORTED, BUDGET, DEADLINE -> UiStatus.FAILED;
            };
        }
        if (state.count(ActionStatus.RUNNING) > 0) {
            return UiStatus.RUNNING;
        }
        if (state.count(ActionStatus.WAITING) > 0) {
            return UiStatus.WAITING;
        }
        if (state.count(ActionStatus.BLOCKED) > 0) {
            return UiStatus.BLOCKED;
        }
        return state.count(ActionStatus.PENDING) == state.actions().size() ? UiStatus.PENDING : UiStatus.RUNNING;
    }
}
