package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.ActionStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The record of one action, complete once the action has ended.
 *
 * @param actionId id of the action in its graph
 * @param status status of the action
 * @param executor the executor that the runtime used; null if the action did not start
 * @param operation the declared operation; null if none was declared
 * @param output the output
 * @param summaries summaries by their layer
 * @param failure the failure or the reason of a block; null if there is none
 * @param elapsed time from the first start to the end; zero if the action did not start
 */
public record ActionResult(
        String actionId,
        ActionStatus status,
        @Nullable ExecutorId executor,
        @Nullable String operation,
        ActionOutput output,
        ResultSummaries summaries,
        @Nullable ActionFailure failure,
        Duration elapsed) {
    /** The result with a failure of the runtime. */
    public ActionResult because(ActionFailure reason) {
        return new ActionResult(actionId, status, executor, operation, output, summaries, reason, elapsed);
    }

    /** A result of that status without output, such as that of a skipped action. */
    public static ActionResult without(String actionId, ActionStatus status, @Nullable ActionFailure failure) {
        return new ActionResult(
                actionId, status, null, null, ActionOutput.NONE, ResultSummaries.NONE, failure, Duration.ZERO);
    }
}
