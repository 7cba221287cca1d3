package dev.agenthost.actiongraph.projection;

import dev.agenthost.actiongraph.action.Action;
import dev.agenthost.actiongraph.policy.result.DataAudience;
import dev.agenthost.actiongraph.result.ActionFailure;
import dev.agenthost.actiongraph.result.ActionResult;
import dev.agenthost.actiongraph.result.AggregateStatus;
import dev.agenthost.actiongraph.result.ResultStatus;
import dev.agenthost.actiongraph.result.StatusReasonText;
import dev.agenthost.actiongraph.result.SummaryText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record {@value #TYPE} of a run at a decision point, for logs, recovery and programs. It is not shown to the model.
 *
 * @param type {@value #TYPE}
 * @param version version of the record, {@code 1}
 * @param runId id of the run
 * @param status aggregate status
 * @param actions in the order of the declaration
 * @param next next step
 */
public record ProtocolResult(
        String type, String version, String runId, AggregateStatus status, List<Entry> actions, NextStep next) {
    public static final String TYPE = "agent.protocol.result";
    public static final String VERSION = "1";

    public ProtocolResult {
        actions = List.copyOf(actions);
    }

    /**
     * One action.
     *
     * @param summary null if the action has not ended
     * @param executor the executor that was used, such as {@code tool:read}; null if the action did not start
     * @param artifact the stored output; null if there is none
     * @param error the failure or the reason of a block; null if there is none
     * @param elapsedMs time from the first start to the end, in milliseconds; null if the action did not start
     */
    public record Entry(
            String id,
            @Nullable String title,
            @Nullable String description,
            ResultStatus status,
            @Nullable String summary,
            @Nullable String executor,
            @Nullable String artifact,
            @Nullable ActionFailure error,
            @Nullable Long elapsedMs) {}

    /** The record of a run. An action without a result has not started; one that logs may not have shows its status alone. */
    public static ProtocolResult of(
            String runId, DecisionPoint point, List<Action> actions, Map<String, ActionResult> results) {
        return new ProtocolResult(
                TYPE,
                VERSION,
                runId,
                point.status(),
                actions.stream()
                        .map(action -> entry(action, results.get(action.id())))
                        .toList(),
                point.next());
    }

    private static @Nullable ActionFailure ofRuntime(@Nullable ActionFailure failure) {
        return failure == null ? null : StatusReasonText.constantPart(failure).orElse(null);
    }

    private static Entry entry(Action action, @Nullable ActionResult result) {
        String title = action.description().title();
        String description = action.description().text();
        if (result == null) {
            return new Entry(action.id(), title, description, ResultStatus.PENDING, null, null, null, null, null);
        }
        boolean hasStarted = result.executor() != null;
        boolean isLogged = action.policies().visibility().contains(DataAudience.LOGS);
        return new Entry(
                action.id(),
                title,
                description,
                ResultStatus.of(result.status()),
                isLogged && result.status().isTerminal() ? SummaryText.of(result) : null,
                hasStarted ? String.valueOf(result.executor()) : null,
                isLogged ? result.output().reference() : null,
                isLogged ? result.failure() : ofRuntime(result.failure()),
                hasStarted ? result.elapsed().toMillis() : null);
    }
}
