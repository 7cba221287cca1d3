package dev.agenthost.actiongraph.result;

import dev.agenthost.actiongraph.graph.ActionStatus;
import org.jspecify.annotations.Nullable;

/**
 * The result of one action as the model sees it.
 *
 * @param actionId id of the action
 * @param status status of the action
 * @param executor the executor that the runtime used; null if the action did not start
 * @param reference the stored output; null if there is none, or the model may not read it
 * @param reason reason of a failure or a block, one line; null if there is none, or the model may not read it
 * @param content the content
 */
public record ActionObservation(
        String actionId,
        ActionStatus status,
        @Nullable ExecutorId executor,
        @Nullable String reference,
        @Nullable String reason,
        ResultPresentation content) {}
